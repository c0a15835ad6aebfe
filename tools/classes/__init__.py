# A class as a whole: whose each submission is, shards and clusters, files over all, who has whose solution.
