/**
 * The settings of a connection can change what a statement does. Behind a proxy such as PgBouncer, another program may have left them. A role or a
 * database can have its own as well. So Postern's statements do not depend on them.
 *
 * @module
 */

const setExact = "pg_catalog.set_config('extra_float_digits', '1', true)";

/**
 * Returns the end of a statement whose rows have floating-point numbers. Without it, `extra_float_digits` may shorten them.
 *
 * @param limit expression for the maximum number of rows. Default: no maximum
 */
export function exactLimit(limit: string = "null"): string {
  return `limit case when ${setExact} is null then 0 else ${limit}::bigint end`;
}

/** Returns the expression for a column with floating-point numbers, for statements without a limit. */
export function exactColumn(column: string): string {
  return `case when ${setExact} is not null then ${column} end`;
}

/**
 * Condition of a statement that writes after it has waited for a lock, which only works if each of its parts sees the latest commits. If the
 * statement has no row, it must run again in a transaction of {@link beginFixed}.
 */
export const isReadCommitted: string =
  "pg_catalog.current_setting('transaction_isolation') = 'read committed'";

/** Stands for null in lists, because `array_nulls = off` makes a text of each null. No text, no sum and no number of results has this value. */
const standIns: { text: string; "double precision": number; int: number } = {
  text: "\u0001null",
  "double precision": Number.NaN,
  int: -1,
};

/** Returns a list without nulls, for a parameter of {@link nullable} with the type `text`. */
export function markNullTexts(texts: readonly (string | null)[]): readonly string[] {
  return texts.map((text) => text ?? standIns.text);
}

/** Returns a list without nulls, for a parameter of {@link nullable} with a type of numbers. */
export function markNullNumbers(
  numbers: readonly (number | null)[],
  type: "double precision" | "int" = "double precision",
): readonly number[] {
  return numbers.map((number) => number ?? standIns[type]);
}

/** Returns the expression for a parameter whose list can have nulls. */
export function nullable(parameter: string, type: keyof typeof standIns): string {
  return `pg_catalog.array_replace(${parameter}::${type}[], '${standIns[type]}', null)`;
}

/**
 * Returns the statements that begin a transaction with Postern's own settings.
 *
 * @param timeoutMs milliseconds after which the server ends a statement
 */
export function beginFixed(
  isolation: "read committed, read write" | "repeatable read, read only",
  timeoutMs: number,
): string {
  return [
    `begin isolation level ${isolation}`,
    "set local role to default",
    `set local statement_timeout = ${Math.max(1, Math.ceil(timeoutMs))}`,
    "set local idle_in_transaction_session_timeout = 0",
    "set local search_path = pg_catalog",
    "set local standard_conforming_strings = on",
    "set local array_nulls = on",
    "set local extra_float_digits = 1",
  ].join("; ");
}

/**
 * Codes of errors that the settings of a connection can cause: a serialization failure, a read-only transaction, a role without rights, a statement
 * timeout. The server has rolled the statement back.
 */
export const codesOfSettings: ReadonlySet<string | undefined> = new Set(["40001", "25006", "42501", "57014"]);
