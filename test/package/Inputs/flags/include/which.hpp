#pragma once
#define OF_INCLUDE
