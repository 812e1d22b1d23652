import type { DurablePostgres } from "./start_durable_postgres.ts";

/** State of the table `record` in PostgreSQL. */
export interface TableState {
  /** Rows, and old versions of rows that vacuum has not removed. */
  live: number;
  dead: number;
  tableMegabytes: number;
  indexMegabytes: number;
  /** Number of runs of autovacuum since the start. */
  vacuums: number;
  /** Share of the updates that changed no index. */
  hotShare: number;
}

/** Names of the columns of {@link tableCells}. */
export const tableHead: readonly string[] = [
  "rows",
  "dead rows",
  "table MB",
  "indexes MB",
  "autovacuums",
  "updates without indexes",
];

/** Reads the state of the only store of a server, as its statistics have it. */
export async function readTableState(server: DurablePostgres): Promise<TableState> {
  const [row = {}] = await server.query(`
    select n_live_tup, n_dead_tup, pg_table_size(relid) as table_size, pg_indexes_size(relid) as index_size,
      autovacuum_count, n_tup_hot_upd::float8 / nullif(n_tup_upd, 0) as hot_share
    from pg_stat_user_tables where relname = 'record'`);
  const read = (name: string): number => Number(row[name]);
  return {
    live: read("n_live_tup"),
    dead: read("n_dead_tup"),
    tableMegabytes: read("table_size") / 2 ** 20,
    indexMegabytes: read("index_size") / 2 ** 20,
    vacuums: read("autovacuum_count"),
    hotShare: read("hot_share"),
  };
}

/** Returns the cells of a row of the report. */
export function tableCells(state: TableState): string[] {
  const { live, dead, tableMegabytes, indexMegabytes, vacuums, hotShare } = state;
  return [
    ...[live, dead].map(String),
    ...[tableMegabytes, indexMegabytes].map((size) => size.toFixed(1)),
    String(vacuums),
    hotShare.toFixed(3),
  ];
}
