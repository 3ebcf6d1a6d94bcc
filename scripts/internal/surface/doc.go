// Package surface writes down the exported API of a module, one line for each
// thing that an importer can name, so that a change of it is seen in review.
//
// It says nothing about whether a change is compatible: see package compat.
package surface
