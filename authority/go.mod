module github.com/openprogram/openprogram-go/authority

go 1.24.0

require github.com/google/go-cmp v0.7.0
