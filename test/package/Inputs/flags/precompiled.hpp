#pragma once
#define OF_PRECOMPILED
