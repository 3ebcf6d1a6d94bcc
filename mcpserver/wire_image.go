package mcpserver

import (
	"bytes"
	"encoding/base64"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// imageFormats are the pictures that every client can show, each told by how its
// bytes begin. One wrong picture in a client's history makes all its later
// requests fail, so the declared type is not believed.
var imageFormats = map[string]func(data []byte) bool{
	"image/png":  func(data []byte) bool { return bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")) },
	"image/jpeg": func(data []byte) bool { return bytes.HasPrefix(data, []byte("\xff\xd8\xff")) },
	"image/gif": func(data []byte) bool {
		return bytes.HasPrefix(data, []byte("GIF87a")) || bytes.HasPrefix(data, []byte("GIF89a"))
	},
	"image/webp": func(data []byte) bool {
		return len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
	},
}

// validImage reports whether an image is canonical base64 of bytes that match
// its type.
func validImage(image runtimebridge.Image) bool {
	matches, known := imageFormats[image.MIMEType]
	if !known || strings.ContainsAny(image.Data, "\r\n") { // the decoder would skip line ends
		return false
	}
	data, err := base64.StdEncoding.Strict().DecodeString(image.Data)
	return err == nil && matches(data)
}
