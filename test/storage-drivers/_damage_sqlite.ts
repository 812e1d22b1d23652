import type { Address } from "../../lib/store/mod.ts";
import { loadSqlite } from "../../storage-drivers/sqlite/load_sqlite.ts";

/**
 * Changes the value and the checksum of a record in a closed file without the driver. The edit gets both, with a space between, and null removes
 * the record.
 */
export function damageSqlite(
  file: string,
  { partition, key }: Address,
  edit: (bytes: Buffer) => Buffer | null,
): void {
  const database = loadSqlite().open(file, { readOnly: false });
  try {
    const rows = ["record", "counter"].flatMap((table) => {
      const text = table === "record" ? "value || ' ' || checksum" : `'{"sum":' || sum || '}'`;
      return database
        .prepare(`select ${text} as text from ${table} where partition = ? and key = ?`)
        .all(partition, key);
    });
    const edited = edit(Buffer.from((rows[0]?.["text"] as string | undefined) ?? ""));
    for (const table of ["record", "counter"]) {
      database.prepare(`delete from ${table} where partition = ? and key = ?`).run(partition, key);
    }
    if (edited === null) return;
    const text = edited.toString();
    const [, value = "", checksum = null] = /^(.*) ([0-9a-f]{8})$/s.exec(text) ?? [text, text];
    // As a hex text, because the bytes may have a NUL.
    database
      .prepare(
        `insert into record (partition, key, version, checksum, value)
         values (?, ?, 'damaged', ?, cast(x'${Buffer.from(value).toString("hex")}' as text))`,
      )
      .run(partition, key, checksum);
  } finally {
    database.close();
  }
}
