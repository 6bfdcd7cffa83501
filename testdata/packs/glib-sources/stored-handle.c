// SPDX-License-Identifier: Apache-2.0
#include <glib.h>

struct view {
	guint timer;
	guint idle;
	guint later;
	guint again;
	guint guarded;
	guint lent;
	guint helped;
	int drawn;
	int is_waiting;
};

void changed(int drawn);
void look_at(struct view *view);

static void draw(struct view *view)
{
	view->drawn++;
	changed(view->drawn);
}

static gboolean on_timer(gpointer data)
{
	draw(data);
	return G_SOURCE_REMOVE;
}

static gboolean on_idle(gpointer data)
{
	struct view *view = data;

	draw(view);
	view->idle = 0;
	return G_SOURCE_REMOVE;
}

// Elsewhere it may well be set to 0.
static gboolean on_later(gpointer data)
{
	look_at(data);
	return G_SOURCE_REMOVE;
}

static gboolean on_again(gpointer data)
{
	draw(data);
	return G_SOURCE_CONTINUE;
}

static gboolean on_guarded(gpointer data)
{
	struct view *view = data;

	view->is_waiting = 0;
	return G_SOURCE_REMOVE;
}

static void forget(guint *id)
{
	*id = 0;
}

static gboolean on_lent(gpointer data)
{
	struct view *view = data;

	forget(&view->lent);
	return G_SOURCE_REMOVE;
}

static void view_helped(struct view *view)
{
	view->helped = 0;
}

static gboolean on_helped(gpointer data)
{
	view_helped(data);
	return G_SOURCE_REMOVE;
}

void view_start(struct view *view)
{
	view->timer = g_timeout_add(100, on_timer, view);
	view->idle = g_idle_add(on_idle, view);
	view->later = g_idle_add(on_later, view);
	view->again = g_timeout_add(100, on_again, view);
	view->is_waiting = 1;
	view->guarded = g_idle_add(on_guarded, view);
	view->lent = g_idle_add(on_lent, view);
	view->helped = g_idle_add(on_helped, view);
}

void bad_removed_after_it_ran(struct view *view)
{
	if (view->timer)
		g_source_remove(view->timer); // expect: stored-handle "'on_timer'"
}

void ok_zeroed_by_the_callback(struct view *view)
{
	if (view->idle)
		g_source_remove(view->idle);
}

void ok_callback_calls_who_is_unknown(struct view *view)
{
	if (view->later)
		g_source_remove(view->later);
}

void ok_callback_that_goes_on(struct view *view)
{
	if (view->again)
		g_source_remove(view->again);
}

void ok_mark_beside_it(struct view *view)
{
	if (view->is_waiting)
		g_source_remove(view->guarded);
}

void ok_address_given_away(struct view *view)
{
	if (view->lent)
		g_source_remove(view->lent);
}

void ok_zeroed_by_a_helper(struct view *view)
{
	if (view->helped)
		g_source_remove(view->helped);
}

// On one way through the callback the number stays, whatever comes later.
struct link {
	guint watch;
	guint checked;
	guint of_part;
	int is_up;
};

struct peer {
	struct link *link;
};

void link_lost(struct link *link);

static gboolean on_input(GIOChannel *channel, GIOCondition cond, gpointer data)
{
	struct peer *peer = data;

	if (cond & G_IO_NVAL)
		return FALSE;
	peer->link->is_up = 1;
	peer->link = NULL;
	return FALSE;
}

static gboolean on_check(gpointer data)
{
	struct peer *peer = data;

	if (!peer->link->is_up)
		return FALSE;
	peer->link->checked = 0;
	return FALSE;
}

static gboolean on_part(gpointer data)
{
	struct peer *peer = data;

	link_lost(peer->link);
	return FALSE;
}

void peer_listen(struct peer *peer, GIOChannel *channel)
{
	peer->link->watch = g_io_add_watch(channel, G_IO_IN, on_input, peer);
	peer->link->checked = g_idle_add(on_check, peer);
	peer->link->of_part = g_idle_add(on_part, peer);
}

void bad_left_on_one_way(struct link *link)
{
	if (link->watch)
		g_source_remove(link->watch); // expect: stored-handle "'on_input'"
}

void ok_left_as_the_object_is(struct link *link)
{
	if (link->checked)
		g_source_remove(link->checked);
}

void ok_unknown_code_has_the_part(struct link *link)
{
	if (link->of_part)
		g_source_remove(link->of_part);
}

// The number is in another object than the callback is given, which may end it.
struct wish {
	guint source;
	guint kept;
};

struct well {
	struct wish *first;
	int depth;
};

static gboolean on_wish(gpointer data)
{
	struct well *well = data;

	g_free(well->first);
	return FALSE;
}

static gboolean on_kept(gpointer data)
{
	struct well *well = data;

	changed(well->depth);
	return FALSE;
}

void make_a_wish(struct well *well, struct wish *wish)
{
	wish->source = g_idle_add(on_wish, well);
	wish->kept = g_idle_add(on_kept, well);
}

void ok_freed_with_the_object(struct wish *wish)
{
	if (wish->source)
		g_source_remove(wish->source);
}

void bad_left_in_another_object(struct wish *wish)
{
	if (wish->kept)
		g_source_remove(wish->kept); // expect: stored-handle "'on_kept'"
}

// A number in a variable of the file.

static guint blink;
static guint fade;
static guint glow;

static gboolean on_blink(gpointer data)
{
	changed(1);
	return FALSE;
}

static gboolean on_fade(gpointer data)
{
	changed(2);
	fade = 0;
	return FALSE;
}

static void glow_over(void)
{
	glow = 0;
}

static gboolean on_glow(gpointer data)
{
	glow_over();
	return FALSE;
}

void lamps_on(void)
{
	blink = g_timeout_add(100, on_blink, NULL);
	fade = g_timeout_add(100, on_fade, NULL);
	glow = g_timeout_add(100, on_glow, NULL);
}

void bad_lamps_off(void)
{
	if (blink)
		g_source_remove(blink); // expect: stored-handle "'on_blink'"
	if (fade)
		g_source_remove(fade);
	if (glow)
		g_source_remove(glow);
}
