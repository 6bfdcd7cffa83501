# SPDX-License-Identifier: Apache-2.0
"""An aspect that analyses each C and C++ source of a target with oncelint.

    bazel build //... --aspects //tools:oncelint.bzl%oncelint_aspect \\
        --output_groups=oncelint

Each source is an action of its own, run in the sandbox and cached; it is run
again when the source, a header that its target names, the flags or the program
change. The artifacts are *.oncelint below bazel-bin; 'oncelint link' joins them.
"""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "C_COMPILE_ACTION_NAME", "CPP_COMPILE_ACTION_NAME")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

_C = ["c"]
_CPP = ["cc", "cpp", "cxx", "c++", "C"]

def _sources(ctx):
    attr = getattr(ctx.rule.files, "srcs", [])
    return [f for f in attr if f.extension in _C + _CPP]

def _command(ctx, toolchain, features, context, source):
    is_c = source.extension in _C
    flags = ctx.rule.attr.copts + (
        ctx.fragments.cpp.copts +
        (ctx.fragments.cpp.conlyopts if is_c else ctx.fragments.cpp.cxxopts)
    )
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        source_file = source.path,
        user_compile_flags = flags,
        include_directories = context.includes,
        quote_include_directories = context.quote_includes,
        system_include_directories = context.system_includes,
        preprocessor_defines = depset(transitive = [context.defines, context.local_defines]),
    )
    action = C_COMPILE_ACTION_NAME if is_c else CPP_COMPILE_ACTION_NAME
    arguments = ctx.actions.args()
    arguments.add(cc_common.get_tool_for_action(
        feature_configuration = features,
        action_name = action,
    ))
    arguments.add_all(cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = action,
        variables = variables,
    ))
    return arguments

def _analyse(ctx, toolchain, features, context, source):
    artifact = ctx.actions.declare_file(
        "%s.%s.oncelint" % (source.basename, ctx.label.name),
    )
    depfile = ctx.actions.declare_file(
        "%s.%s.oncelint.d" % (source.basename, ctx.label.name),
    )
    own = ctx.actions.args()
    own.add("tu")
    own.add_all(["-q", "--keep-going", "--root", "."])
    own.add("-o", artifact)
    own.add("--depfile", depfile)
    configuration = ctx.files._configuration
    if configuration:
        own.add("--config", configuration[0])
    own.add(source)
    own.add("--")
    ctx.actions.run(
        executable = ctx.executable._oncelint,
        arguments = [own, _command(ctx, toolchain, features, context, source)],
        inputs = depset(
            [source] + configuration + ctx.files._rules,
            transitive = [context.headers, toolchain.all_files],
        ),
        outputs = [artifact, depfile],
        mnemonic = "Oncelint",
        progress_message = "Analysing %s" % source.short_path,
    )
    return artifact

def _aspect(target, ctx):
    if CcInfo not in target:
        return []
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    context = target[CcInfo].compilation_context
    artifacts = [
        _analyse(ctx, toolchain, features, context, source)
        for source in _sources(ctx)
    ]
    below = [
        dep[OutputGroupInfo].oncelint
        for dep in getattr(ctx.rule.attr, "deps", [])
        if OutputGroupInfo in dep and hasattr(dep[OutputGroupInfo], "oncelint")
    ]
    return [OutputGroupInfo(oncelint = depset(artifacts, transitive = below))]

oncelint_aspect = aspect(
    implementation = _aspect,
    attr_aspects = ["deps"],
    attrs = {
        "_oncelint": attr.label(
            default = "//tools:oncelint",
            executable = True,
            allow_files = True,
            cfg = "host",
        ),
        "_configuration": attr.label(
            default = "//tools:oncelint_configuration",
            allow_files = True,
        ),
        "_rules": attr.label(
            default = "//tools:oncelint_rules",
            allow_files = True,
        ),
        "_cc_toolchain": attr.label(
            default = "@bazel_tools//tools/cpp:current_cc_toolchain",
        ),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
