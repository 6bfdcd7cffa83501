/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PORTER_H
#define PORTER_H

#ifdef __cplusplus
extern "C" {
#endif

struct porter;

struct porter *porter_hire(int load);
void porter_dismiss(struct porter *p); /* waits for it */
void porter_call_in(struct porter *p); /* dismisses by another name */

#define DISMISS(p) porter_dismiss(p)

#ifdef __cplusplus
}
#endif

#endif
