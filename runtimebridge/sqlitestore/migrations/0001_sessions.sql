-- Times are microseconds since 1970 UTC. Messages are numbered from 1 inside
-- their session, 0 stands for none; a parent is older than its child, so no branch
-- can be a circle.

CREATE TABLE sessions (
  key        INTEGER PRIMARY KEY,
  id         TEXT    NOT NULL UNIQUE,
  title      TEXT    NOT NULL,
  agent_id   TEXT    NOT NULL,
  source     TEXT    NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  archived   INTEGER NOT NULL CHECK (archived IN (0, 1)),
  head       INTEGER NOT NULL -- the last message of the active branch
) STRICT;

-- The list, and all it shows: a hundred rows are a few pages of this index.
CREATE INDEX sessions_by_change ON sessions
  (archived, updated_at DESC, id, title, agent_id, source, created_at, head);

CREATE TABLE messages (
  session    INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
  seq        INTEGER NOT NULL CHECK (seq > 0),
  parent     INTEGER NOT NULL CHECK (parent BETWEEN 0 AND seq - 1),
  id         TEXT    NOT NULL,
  role       TEXT    NOT NULL CHECK (role IN ('user', 'assistant')),
  content    TEXT    NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (session, seq)
) STRICT;

-- The turns that have begun and not ended, at most one a session. The epoch is
-- never used twice, also not by a session that is deleted and made again.
CREATE TABLE turns (
  epoch      INTEGER PRIMARY KEY AUTOINCREMENT,
  session    INTEGER NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
  seq        INTEGER NOT NULL, -- reserved for the assistant message
  message_id TEXT    NOT NULL  -- reserved for the assistant message
) STRICT;

CREATE TABLE steps (
  session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
  seq     INTEGER NOT NULL, -- the assistant message, stored or reserved
  ordinal INTEGER NOT NULL,
  step    TEXT    NOT NULL, -- JSON
  PRIMARY KEY (session, seq, ordinal)
) STRICT;
