// SPDX-License-Identifier: Apache-2.0
#pragma once

// No attribute says so, but neither comes back.
void die(const char *text);
void give_up(void);
// This one may.
void complain(int is_fatal);
