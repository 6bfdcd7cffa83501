# The analyser, with what most projects need to be configured.
#
#     docker build -t oncelint .
#     docker run --rm -v "$PWD:/src" oncelint check -p build
FROM debian:bookworm-slim AS build
WORKDIR /oncelint
COPY . .
RUN ./dev package && mv build/release/oncelint_*.deb /oncelint.deb

FROM debian:bookworm-slim
COPY --from=build /oncelint.deb /tmp/oncelint.deb
RUN apt-get update \
	&& apt-get install -y --no-install-recommends \
		/tmp/oncelint.deb cmake g++ git make \
	&& rm -rf /tmp/oncelint.deb /var/lib/apt/lists/*
WORKDIR /src
ENTRYPOINT ["oncelint"]
CMD ["--help"]
