package shell

import (
	"math"

	"golang.org/x/sys/unix"
)

// keepDescriptors marks everything but the standard streams as not for
// children. Go does that for what it opens; what this process inherited from
// its own parent would be passed on. Kernels before 5.11 cannot do it.
func keepDescriptors() { _ = unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) }
