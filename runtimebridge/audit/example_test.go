package audit_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

func Example() {
	dir, err := os.MkdirTemp("", "audit")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	trail, err := audit.Open(filepath.Join(dir, "audit"), audit.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer trail.Close()

	ctx := context.Background()
	for _, tool := range []string{"memory_search", "bash"} {
		err := trail.Append(ctx, runtimebridge.AuditToolDenied, "mcp/6f69975abe580db3", map[string]any{"tool": tool})
		if err != nil {
			log.Fatal(err)
		}
	}
	err = trail.Read(ctx, audit.Filter{Limit: 1}, func(r audit.Record) error {
		fmt.Println(r.Seq, r.Type, r.Payload["tool"])
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	report, err := trail.Verify(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Records, "records, intact:", report.Intact())
	// Output:
	// 2 mcp.tool.denied bash
	// 2 records, intact: true
}
