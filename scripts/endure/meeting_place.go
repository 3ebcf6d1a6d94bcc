package main

import "sync"

// meetingPlace is a session that all clients use, so that their servers meet.
// After some uses another one takes its place.
type meetingPlace struct {
	mu   sync.Mutex
	id   string
	left int // uses
}

const usesOfAMeetingPlace = 60

// use gives its id, empty when there is none.
func (s *meetingPlace) use() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left == 0 {
		return ""
	}
	s.left--
	return s.id
}

// adopt takes a new session if one is wanted.
func (s *meetingPlace) adopt(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left > 0 {
		return false
	}
	s.id, s.left = id, usesOfAMeetingPlace
	return true
}
