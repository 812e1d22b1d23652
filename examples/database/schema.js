/** Example of a host's own database. Postern does not create or require tables in it. */
import Database from "libsql";

export function openDatabase(path = ":memory:") {
  const database = new Database(path);
  database.exec(`
    CREATE TABLE IF NOT EXISTS sites (
      id TEXT PRIMARY KEY, slug TEXT UNIQUE NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS articles (
      id INTEGER PRIMARY KEY, site_slug TEXT NOT NULL, slug TEXT NOT NULL, title TEXT NOT NULL, html TEXT NOT NULL,
      status TEXT NOT NULL DEFAULT 'published', section TEXT, language TEXT, tags TEXT NOT NULL DEFAULT '[]',
      created_at INTEGER, updated_at INTEGER,
      published_at INTEGER, changed_at INTEGER, UNIQUE (site_slug, slug)
    );
    CREATE TABLE IF NOT EXISTS accounts (
      id TEXT PRIMARY KEY, site_id TEXT NOT NULL, is_disabled INTEGER NOT NULL DEFAULT 0, is_editor INTEGER NOT NULL
    );`);
  return database;
}
