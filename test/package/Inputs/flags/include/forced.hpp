#pragma once
#define OF_FORCED
