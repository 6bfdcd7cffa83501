// SPDX-License-Identifier: Apache-2.0
//
// The same lookups with QFuture.
#include "bench.h"

#include <QFuture>
#include <QPromise>

#include <once/executor.h>

namespace
{

void hit(uint64_t n)
{
	while (n--) {
		QFuture<uint64_t> future =
			QtFuture::makeReadyFuture(uint64_t(42));

		bench_sink = bench_sink + future.result();
	}
}

struct request : vt_work {
	QPromise<uint64_t> promise;

	request() : vt_work{ nullptr, answer }
	{
	}
	static void answer(vt_work *self)
	{
		request *r = static_cast<request *>(self);

		r->promise.addResult(uint64_t(42));
		r->promise.finish();
	}
};

void miss(uint64_t n)
{
	while (n--) {
		request r;
		QFuture<uint64_t> future = r.promise.future();

		r.promise.start();
		vt_executor_post(vt_loop_executor(bench_loop), &r);
		vt_loop_run(bench_loop);
		bench_sink = bench_sink + future.result();
	}
}

} // namespace

const struct bench bench_qt[] = {
	{ "hit/QFuture", hit, 100000 },
	{ "miss/QFuture", miss, 100000 },
	{ nullptr, nullptr, 0 },
};
