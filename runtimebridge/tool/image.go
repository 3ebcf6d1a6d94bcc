package tool

import (
	"bytes"
	"encoding/base64"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// checkImage accepts canonical base64 of an image of the type it declares.
func checkImage(image runtimebridge.Image) error {
	if len(image.Data) > base64.StdEncoding.EncodedLen(maxImageBytes) {
		return errTooMuch
	}
	// The decoder would skip line ends.
	if image.Data == "" || strings.ContainsAny(image.Data, "\r\n") {
		return errBadImage
	}
	data, err := base64.StdEncoding.Strict().DecodeString(image.Data)
	if err != nil || image.MIMEType == "" || sniffImage(data) != image.MIMEType {
		return errBadImage
	}
	return nil
}

// sniffImage tells an image's type from its first bytes, "" when it is none of
// the four that every provider takes.
func sniffImage(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return "image/png"
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return "image/jpeg"
	case bytes.HasPrefix(data, []byte("GIF87a")), bytes.HasPrefix(data, []byte("GIF89a")):
		return "image/gif"
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return "image/webp"
	}
	return ""
}
