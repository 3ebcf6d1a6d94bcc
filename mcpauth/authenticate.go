package mcpauth

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
)

// Authenticate compares what a client presented with the stored token, byte for
// byte and without trimming, and gives the client when they are equal. It reads
// the disk only if something was presented, and changes nothing.
//
// The error is an *AuthenticationError.
func Authenticate(loc Location, presented string) (Client, error) {
	return newVault().authenticate(loc, presented)
}

func (v vault) authenticate(loc Location, presented string) (Client, error) {
	if presented == "" {
		return Client{}, &AuthenticationError{Reason: ReasonNoVariable}
	}
	stored, err := v.read(loc)
	if err != nil {
		return Client{}, &AuthenticationError{Reason: reasonOf(err)}
	}
	// Digests have one length, so the time tells nothing about either text.
	want, got := sha256.Sum256(stored), sha256.Sum256([]byte(presented))
	if subtle.ConstantTimeCompare(want[:], got[:]) != 1 {
		return Client{}, &AuthenticationError{Reason: ReasonMismatch}
	}
	return Client{id: clientID(stored)}, nil
}

func reasonOf(err error) Reason {
	var f *fault
	if errors.As(err, &f) && (f.code == FindingTokenMissing || f.code == FindingDirectoryMissing) {
		return ReasonNoFile
	}
	return ReasonBadFile
}

func clientID(stored []byte) string {
	digest := sha256.Sum256(stored)
	return hex.EncodeToString(digest[:8])
}
