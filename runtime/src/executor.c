// SPDX-License-Identifier: Apache-2.0
//
// The trampoline, the run queue, and threads over a run queue.
#include <once/executor.h>

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

// ---- trampoline

struct list {
	struct vt_work *head;
	struct vt_work *tail;
};

static void append(struct list *list, struct vt_work *work)
{
	work->next = NULL;
	if (list->head)
		list->tail->next = work;
	else
		list->head = work;
	list->tail = work;
}

static struct vt_work *take_first(struct list *list)
{
	struct vt_work *work = list->head;

	if (work)
		list->head = work->next;
	return work;
}

static _Thread_local struct {
	struct list list;
	bool bouncing;
} trampoline;

void vt_trampoline(struct vt_work *work)
{
	if (trampoline.bouncing) {
		append(&trampoline.list, work);
		return;
	}
	trampoline.bouncing = true;
	do {
		work->run(work);
		work = take_first(&trampoline.list);
	} while (work);
	trampoline.bouncing = false;
}

// ---- run queue

struct vt_loop {
	struct vt_executor executor; // first
	pthread_mutex_t lock;
	pthread_cond_t posted;
	struct list list;
	bool closed; // threads end once it is empty
	vt_fn *wake;
	void *wake_arg;
};

static void loop_post(struct vt_executor *self, struct vt_work *work)
{
	struct vt_loop *loop = (struct vt_loop *)self;
	vt_fn *wake = loop->wake;
	void *arg = loop->wake_arg;
	bool was_empty;

	pthread_mutex_lock(&loop->lock);
	was_empty = !loop->list.head;
	append(&loop->list, work);
	pthread_cond_signal(&loop->posted);
	pthread_mutex_unlock(&loop->lock);
	if (was_empty && wake)
		wake(arg);
}

struct vt_loop *vt_loop_new(void)
{
	struct vt_loop *loop = calloc(1, sizeof(*loop));

	if (!loop)
		return NULL;
	loop->executor.post = loop_post;
	pthread_mutex_init(&loop->lock, NULL);
	pthread_cond_init(&loop->posted, NULL);
	return loop;
}

void vt_loop_free(struct vt_loop *loop)
{
	if (!loop)
		return;
	pthread_cond_destroy(&loop->posted);
	pthread_mutex_destroy(&loop->lock);
	free(loop);
}

struct vt_executor *vt_loop_executor(struct vt_loop *loop)
{
	return &loop->executor;
}

void vt_loop_on_wake(struct vt_loop *loop, vt_fn *wake, void *arg)
{
	loop->wake = wake;
	loop->wake_arg = arg;
}

size_t vt_loop_run(struct vt_loop *loop)
{
	size_t count = 0;

	for (;;) {
		struct vt_work *work;

		pthread_mutex_lock(&loop->lock);
		work = take_first(&loop->list);
		pthread_mutex_unlock(&loop->lock);
		if (!work)
			return count;
		vt_trampoline(work);
		count++;
	}
}

struct until {
	struct vt_loop *loop;
	bool done;
};

static void until_done(void *arg)
{
	struct until *until = arg;
	struct vt_loop *loop = until->loop;

	pthread_mutex_lock(&loop->lock);
	until->done = true;
	pthread_cond_broadcast(&loop->posted);
	pthread_mutex_unlock(&loop->lock);
}

// Runs work until *done, which is written under the lock, or, once closed,
// until there is none any more.
static void serve(struct vt_loop *loop, const bool *done)
{
	pthread_mutex_lock(&loop->lock);
	while (!*done) {
		struct vt_work *work = take_first(&loop->list);

		if (!work && loop->closed)
			break;
		if (!work) {
			pthread_cond_wait(&loop->posted, &loop->lock);
			continue;
		}
		pthread_mutex_unlock(&loop->lock);
		vt_trampoline(work);
		pthread_mutex_lock(&loop->lock);
	}
	pthread_mutex_unlock(&loop->lock);
}

int vt_loop_run_until(struct vt_loop *loop, struct value_task *t,
		      uint64_t *value)
{
	struct until until = { .loop = loop };
	int rc = value_task_on_done(t, until_done, &until);

	if (rc == VT_PENDING) {
		serve(loop, &until.done);
		rc = VT_OK;
	}
	return rc ? rc : value_task_take(t, value);
}

// ---- threads

struct vt_threads {
	struct vt_loop *loop;
	unsigned count;
	pthread_t threads[];
};

static void *thread_main(void *arg)
{
	struct vt_threads *t = arg;
	const bool never = false;

	serve(t->loop, &never);
	return NULL;
}

static unsigned processors(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (unsigned)n : 1;
}

struct vt_threads *vt_threads_new(unsigned count)
{
	struct vt_threads *t;

	if (!count)
		count = processors();
	t = calloc(1, sizeof(*t) + count * sizeof(t->threads[0]));
	if (!t)
		return NULL;
	t->loop = vt_loop_new();
	if (!t->loop) {
		free(t);
		return NULL;
	}
	while (t->count < count &&
	       !pthread_create(&t->threads[t->count], NULL, thread_main, t))
		t->count++;
	if (t->count)
		return t;
	vt_threads_free(t);
	return NULL;
}

void vt_threads_free(struct vt_threads *threads)
{
	if (!threads)
		return;
	pthread_mutex_lock(&threads->loop->lock);
	threads->loop->closed = true;
	pthread_cond_broadcast(&threads->loop->posted);
	pthread_mutex_unlock(&threads->loop->lock);
	for (unsigned i = 0; i < threads->count; i++)
		pthread_join(threads->threads[i], NULL);
	vt_loop_free(threads->loop);
	free(threads);
}

struct vt_executor *vt_threads_executor(struct vt_threads *threads)
{
	return vt_loop_executor(threads->loop);
}
