# The students' edition: the course without what gives its labs away.
