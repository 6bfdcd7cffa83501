// SPDX-License-Identifier: Apache-2.0
#include <aio.h>
#include <assert.h>
#include <lazy.hpp>
#include <mpi.h>
#include <thread>
#include <vector>

#include <request.h>

using async_simple::coro::collectAll;
using async_simple::coro::collectAny;
using async_simple::coro::Lazy;

Lazy<int> fetch(int key);
void note(const char *text, int value);

Lazy<void> bad_S166_same_one_twice()
{
	auto a = fetch(1);

	// expect+1: wait-all "'a'"
	co_await collectAll(std::move(a), std::move(a));
}

Lazy<int> bad_S167_awaited_after_wait_all()
{
	auto a = fetch(1);
	auto b = fetch(2);

	co_await collectAll(std::move(a), std::move(b));
	co_return co_await std::move(a); // expect: use-after-transfer "'a'"
}

Lazy<void> ok_S167_wait_all()
{
	auto a = fetch(1);
	auto b = fetch(2);

	co_await collectAll(std::move(a), std::move(b));
	co_await collectAny(fetch(3), fetch(4));
}

Lazy<int> bad_S168_element_after_wait_all(std::vector<Lazy<int>> v)
{
	co_await collectAll(std::move(v));
	co_return co_await v[0]; // expect: use-after-transfer
}

Lazy<int> bad_S169_element_before_wait_all(std::vector<Lazy<int>> v)
{
	int first = co_await v[0];

	co_await collectAll(std::move(v)); // expect: wait-all
	co_return first;
}

Lazy<int> bad_S169_awaited_before_wait_all()
{
	auto a = fetch(1);
	auto b = fetch(2);
	int first = co_await a;

	// expect+1: wait-all "'a'"
	co_await collectAll(std::move(a), std::move(b));
	co_return first;
}

Lazy<void> ok_S173_filled_again()
{
	std::vector<Lazy<int>> v;

	v.push_back(fetch(1));
	v.push_back(fetch(2));
	co_await collectAll(std::move(v));
	v = std::vector<Lazy<int>>();
	v.push_back(fetch(3));
	co_await collectAll(std::move(v));
}

void bad_S176_join_without_a_thread()
{
	std::thread t;

	t.join(); // expect: consume-unstarted
}

int bad_S178_nothing_before()
{
	request r{ 1, 0, 0 };

	request_start(&r);
	return request_result(&r); // expect: result-before-completion
}

int ok_S179_true_arm(request &r)
{
	if (request_done(&r))
		return request_result(&r);
	return -1;
}

int ok_S179_init_statement(request &r)
{
	if (bool done = request_done(&r); !done)
		return -1;
	return request_result(&r);
}

int bad_S180_other_arm(request &r)
{
	if (!request_done(&r))
		return request_result(&r); // expect: result-before-completion
	return request_result(&r);
}

int ok_S181_asserted(request &r)
{
	assert(request_done(&r) && "must be complete");
	return request_result(&r);
}

bool ok_S182_and(request &r)
{
	return request_done(&r) && request_result(&r) > 0;
}

bool bad_S182_or(request &r)
{
	return request_done(&r) ||
	       request_result(&r) > 0; // expect: result-before-completion
}

int ok_S183_kept_in_a_bool(request &r)
{
	const bool done = request_done(&r);

	note("done", done);
	return done ? request_result(&r) : -1;
}

int bad_S184_done_of_another(request &a)
{
	request b{ 2, 0, 0 };

	if (!request_done(&a))
		return -1;
	request_start(&b);
	return request_result(&b); // expect: result-before-completion
}

int ok_S186_fast_path(request &r)
{
	return request_done(&r) ? request_result(&r) : request_wait(&r);
}

int bad_S187_fast_path_and_again(request &r)
{
	int outcome = 0;

	if (request_done(&r))
		outcome = request_result(&r);
	return outcome + request_wait(&r); // expect: double-consume
}

int ok_S189_blocking_wait_in_a_lambda(request &r)
{
	auto block = [&r] { request_block(&r); };

	block();
	return request_result(&r);
}

int bad_S185_right_after_the_start(aiocb &cb)
{
	if (aio_write(&cb) != 0)
		return -1;
	// expect+1: result-before-completion
	return static_cast<int>(aio_return(&cb));
}

int ok_S185_after_the_loop(aiocb &cb)
{
	if (aio_write(&cb) != 0)
		return -1;
	for (;;)
		if (aio_error(&cb) != EINPROGRESS)
			break;
	return static_cast<int>(aio_return(&cb));
}

int bad_S177_waited_for_though_it_failed(request &r)
{
	if (int rc = request_start(&r); rc != 0)
		return request_wait(&r); // expect: consume-unstarted
	return request_wait(&r);
}

int ok_S174_until_none_is_left(std::vector<request *> &v)
{
	int done = 0;

	while (request_wait_any(v.data(), static_cast<int>(v.size())) >= 0)
		done++;
	return done;
}

void ok_S170_single_wait_nulls(std::vector<MPI_Request> &v)
{
	int n = static_cast<int>(v.size());

	MPI_Wait(&v[0], MPI_STATUS_IGNORE);
	MPI_Waitall(n, v.data(), MPI_STATUSES_IGNORE);
}

void bad_S171_one_never_started(double *x)
{
	MPI_Request r[2];

	MPI_Irecv(x, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &r[0]);
	// expect+1: consume-unstarted "[1]"
	MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

void ok_S172_one_outside_an_array(double *x)
{
	MPI_Request r;

	MPI_Irecv(x, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &r);
	MPI_Waitall(1, &r, MPI_STATUSES_IGNORE);
}

int ok_S188_finished_may_mean_failed(aiocb &cb)
{
	if (aio_write(&cb) != 0)
		return -1;
	int error = EINPROGRESS;
	while (error == EINPROGRESS)
		error = aio_error(&cb);
	if (error != 0)
		note("failed", error);
	return static_cast<int>(aio_return(&cb));
}
