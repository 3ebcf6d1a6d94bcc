package terminal

import "fmt"

// Counted is a number of things in words, such as "1 note" or "2 notes". The
// thing is a noun whose plural ends in s.
func Counted[N int | int64 | uint64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
