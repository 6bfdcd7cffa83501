// SPDX-License-Identifier: Apache-2.0
#include <glib.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

struct view {
	guint timer;
	FILE *log;
	int fd;
	pthread_t thread;
};

static void stop(struct view *view)
{
	if (view->timer)
		g_source_remove(view->timer);
}

static void finish(struct view *view)
{
	if (view->timer) {
		g_source_remove(view->timer);
		view->timer = 0;
	}
}

void bad_stopped_and_finished(struct view *view)
{
	stop(view);
	finish(view); // expect: double-consume
}

void bad_closed_early(struct view *view, int failed)
{
	if (failed)
		fclose(view->log); /* nothing can be logged any more */
	else
		fputs("done", view->log);
	if (view->log)
		fclose(view->log); // expect: double-consume
}

void bad_descriptor(struct view *view, int failed)
{
	if (failed) close(view->fd);
	if (view->fd >= 0)
		close(view->fd); // expect: double-consume
}

void bad_in_a_switch(struct view *view, int what)
{
	switch (what) {
	case 1:
		fclose(view->log);
		break;
	default:
		break;
	}
	if (view->log != NULL)
		fclose(view->log); // expect: double-consume
}

void bad_thread_asked_by_its_id(struct view *view, int failed)
{
	if (failed) {
		pthread_join(view->thread, NULL);
	}
	if (view->thread)
		pthread_join(view->thread, NULL); // expect: double-consume
}

static void leave(struct view *view)
{
	if (!view->timer)
		return;
	g_source_remove(view->timer);
}

void bad_left_twice(struct view *view)
{
	leave(view);
	leave(view); // expect: double-consume
}

// What cannot be mended by writing a null: nobody asks for it.
void hard_not_asked(struct view *view)
{
	fclose(view->log);
	fclose(view->log); // expect: double-consume
}

// Asked, but not between the turns.
int hard_tried_again(int fd)
{
	int result;

	if (fd < 0)
		return -1;
	do {
		result = close(fd); // expect: double-consume
	} while (result < 0);
	return result;
}

void hard_used_without_asking(pthread_t thread)
{
	pthread_join(thread, NULL);
	pthread_kill(thread, 0); // expect: use-after-consume
}

// The callee's copy is not the caller's.
static void drop(guint id)
{
	g_source_remove(id);
}

void hard_by_value(guint id)
{
	drop(id);
	if (id)
		drop(id); // expect: double-consume
}

int hard_in_a_condition(struct view *view)
{
	if (fclose(view->log) != 0)
		return -1;
	if (view->log)
		return fclose(view->log); // expect: double-consume
	return 0;
}

// The other function asks nothing: it would be given the null.
struct keeper {
	pthread_t thread;
};

void keeper_stop(struct keeper *keeper)
{
	pthread_join(keeper->thread, NULL);
}

void hard_keeper_free(struct keeper *keeper)
{
	pthread_join(keeper->thread, NULL); // expect: stored-handle
}
