import type { Address } from "../../lib/store/mod.ts";
import type { PostgresServer } from "./_postgres_server.ts";

/** Changes the value and the checksum of a record without the driver. The edit gets both, with a space between, and null removes the record. */
export async function damagePostgres(
  server: Pick<PostgresServer, "query">,
  { schema, address: { partition, key } }: { schema: string; address: Address },
  edit: (bytes: Buffer) => Buffer | null,
): Promise<void> {
  const where = "where partition = $1 and key = $2";
  const [row] = (await server.query(
    `select coalesce(value || ' ' || checksum, '{"sum":' || sum || '}') as text from ${schema}.record ${where}`,
    [partition, key],
  )) as [{ text: string }?];
  const edited = edit(Buffer.from(row?.text ?? ""));
  if (edited === null) {
    await server.query(`delete from ${schema}.record ${where}`, [partition, key]);
    return;
  }
  // PostgreSQL itself refuses bytes that are not UTF-8.
  const text = edited.toString().replaceAll("\0", "\ufffd");
  const [, value, checksum] = /^(.*) ([0-9a-f]{8})$/s.exec(text) ?? [text, text, null];
  await server.query(
    `insert into ${schema}.record (partition, key, value, version, checksum) values ($1, $2, $3, 'damaged', $4)
     on conflict (partition, key) do update set value = $3, checksum = $4`,
    [partition, key, value, checksum],
  );
}
