import { type PostgresServer, startPostgres } from "../../test/storage-drivers/_postgres_server.ts";
import { depth, type Engine } from "./engine.ts";

const table = "create table documents (id text, words tsvector)";
const insert = `insert into documents select id, to_tsvector(title || ' ' || body)
  from unnest($1::text[], $2::text[], $3::text[]) as given (id, title, body)`;
const search = `select id from documents, websearch_to_tsquery($1) query
  where words @@ query order by ts_rank(words, query) desc, id limit ${depth}`;

/** Full-text search of PostgreSQL with the default configuration of a new server, `english`. It finds documents with all words. */
export function postgresEngine(): Engine {
  let server: PostgresServer | undefined;
  return {
    name: "PostgreSQL",
    index: async (documents) => {
      const started = (server ??= await startPostgres());
      await started.query("drop table if exists documents");
      await started.query(table);
      await started.query(insert, [
        documents.map(({ id }) => id),
        documents.map(({ title }) => title),
        documents.map(({ text }) => text),
      ]);
      return async (query) => {
        const rows = await started.query(search, [query]);
        return rows.map(({ id }) => String(id));
      };
    },
    stop: async () => server?.stop(),
  };
}
