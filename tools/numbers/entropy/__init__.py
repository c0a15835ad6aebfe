# The numbers that the pages of chapter 05-entropy show: cells of its tables, what follows from them, small tables.
from tools.numbers.entropy.calls import *
from tools.numbers.entropy.chapter import *
from tools.numbers.entropy.code import *
from tools.numbers.entropy.counters import *
from tools.numbers.entropy.counts import *
from tools.numbers.entropy.gpus import *
from tools.numbers.entropy.many_ranks import *
