package shell

import "syscall"

// endWithParent has the shell killed when this program is killed, which can end
// nothing any more then. What the shell has started is out of reach.
func endWithParent(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }
