// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <request.h>
#include <vector>

int wait_for_third(std::vector<request *> queue);
int wait_for_last(std::vector<request *> &queue);
int wait_for_all(std::vector<request *> &queue);
