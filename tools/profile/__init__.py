# Any .cu program on the simulator: its counters line by line, its findings, what the compiler made of it.
