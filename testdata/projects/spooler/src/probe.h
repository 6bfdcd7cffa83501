// SPDX-License-Identifier: Apache-2.0
// Asks a device for its state, without hanging on one that is switched off.
#pragma once

enum device_state { DEVICE_READY, DEVICE_BUSY, DEVICE_SILENT };

enum device_state probe_device(const char *name, unsigned patience_ms);
// All of `n` devices at once; how many are ready.
int probe_all(const char *const *name, int n);
