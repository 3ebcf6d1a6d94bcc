-- Who asked for a turn that has not ended, for the record of one that never will.
ALTER TABLE turns ADD COLUMN origin     TEXT NOT NULL DEFAULT '';
ALTER TABLE turns ADD COLUMN request_id TEXT NOT NULL DEFAULT '';
