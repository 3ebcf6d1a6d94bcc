// Package sqlitestore keeps sessions in one SQLite database.
package sqlitestore
