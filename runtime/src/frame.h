// SPDX-License-Identifier: Apache-2.0
#ifndef RUNTIME_FRAME_H
#define RUNTIME_FRAME_H

#include <once/frame.h>

// A frame whose bytes behind the head are of any value: what the slot's earlier
// user left there, so that a stale look at an atomic field is no race.
struct vt_frame *frame_rent(size_t size, const struct vt_source_ops *ops);

#endif
