package main

import (
	"fmt"
	"strings"
)

// bound is what a figure has to reach, as its median or its ratio. The zero
// bound is none.
type bound struct {
	value   float64
	atLeast bool // more is better
	ratio   bool
}

func most(value float64) bound       { return bound{value: value} }
func least(value float64) bound      { return bound{value: value, atLeast: true} }
func mostTimes(value float64) bound  { return bound{value: value, ratio: true} }
func leastTimes(value float64) bound { return bound{value: value, atLeast: true, ratio: true} }

func (b bound) none() bool { return b == bound{} }

// reached reports whether a figure keeps the bound.
func (b bound) reached(f figure) bool {
	value := median(f.values)
	if b.ratio {
		value = f.ratio()
	}
	if b.atLeast {
		return value >= b.value
	}
	return value <= b.value
}

// show writes the bound as 3.5x or less, or 20 ms or less.
func (b bound) show(unit string) string {
	if b.none() {
		return ""
	}
	side := "≤ "
	if b.atLeast {
		side = "≥ "
	}
	if b.ratio {
		return side + strings.TrimSuffix(fmt.Sprintf("%.2f", b.value), "0") + "x"
	}
	return side + format(b.value, unit)
}
