// SPDX-License-Identifier: Apache-2.0
#pragma once

void shut(int fd);
