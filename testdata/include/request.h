// SPDX-License-Identifier: Apache-2.0
// Requests of nobody's library, described in ../engine/request.json only: what
// the engine finds for them, it finds from data.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

struct request {
	int what;
	int state;
	int outcome;
};

// The form of a request that may be waited for by anybody, any number of times.
struct shared_request;

// Starts the operation that `r` describes, again if need be; 0 if it runs.
int request_start(struct request *r);
// A new operation that runs already.
struct request *request_open(int what);

// Both take the outcome. The second needs an operation that is complete.
int request_wait(struct request *r);
int request_result(struct request *r);
// Takes the outcome if there is one: 0 then, else -1 and nothing is taken.
int request_try(struct request *r, int *outcome);

// Looks only.
int request_done(const struct request *r);
int request_live(const struct request *r);
void request_poll(struct request *r);
// Blocks until the operation is complete, and takes nothing.
void request_block(struct request *r);

// Gives the operation up, without its outcome.
void request_free(struct request *r);
// Hands the request over to somebody who waits for it.
void request_submit(struct request *r);
// Says that nobody will wait, on purpose.
void request_ignore(struct request *r);

// The same operation on another queue, under a new name.
struct request *request_requeue(struct request *r, int queue);

struct shared_request *request_share(struct request *r);
int shared_request_read(struct shared_request *s);
void shared_request_wait_all(struct shared_request *list[], int n);

// Takes the outcome of all, or of the one whose index it gives back (-1: none).
void request_wait_all(struct request *list[], int n);
int request_wait_any(struct request *list[], int n);

// Runs `fn` with `arg` once, at some time.
void request_when_idle(void (*fn)(void *arg), void *arg);

// An answer that somebody waits for: sent once, not twice, not never.
struct reply;

struct reply *reply_open(int to);
void reply_send(struct reply *p, int value);
void reply_fail(struct reply *p, const char *why);
// 0 when it was sent, else it is still to be sent.
int reply_try_send(struct reply *p, int value);
int reply_is_open(const struct reply *p);
void reply_hand_over(struct reply *p);
// The handler must answer each reply that it is given.
void reply_serve(void (*handler)(struct reply *p));

#ifdef __cplusplus
}

namespace app
{
// Runs `fn` once, at some time.
template <class F> void run_once(F &&)
{
}
} // namespace app
#endif
