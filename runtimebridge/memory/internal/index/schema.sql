CREATE TABLE origin (
    folder     TEXT    NOT NULL, -- of which folder this is the index
    indexed_at INTEGER NOT NULL  -- Unix seconds of the last change
) STRICT;

CREATE TABLE note (
    id       INTEGER PRIMARY KEY, -- newer notes have greater ones
    source   INTEGER NOT NULL,
    path     TEXT    NOT NULL,
    shown    TEXT    NOT NULL,    -- the path that is searched, in normal form C
    size     INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    changed  INTEGER NOT NULL,
    inode    INTEGER NOT NULL,
    settled  INTEGER NOT NULL,
    digest   INTEGER NOT NULL,
    status   INTEGER NOT NULL,
    passages INTEGER NOT NULL,
    UNIQUE (source, path)
) STRICT;

-- The rowid of a passage is the id of its note, shifted, plus its number.
CREATE VIRTUAL TABLE passage USING fts5 (
    path, heading, body,
    content = '', contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2 categories ''L* M* N* Co'''
);

-- A word in the path or a heading says more of what a passage is about.
INSERT INTO passage (passage, rank) VALUES ('rank', 'bm25(2.0, 4.0, 1.0)');
