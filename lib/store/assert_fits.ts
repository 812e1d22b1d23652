import { StoreLimitError } from "../base/errors.ts";
import type { AddToSum, Changes, Check, SetRecord } from "./contract/changes.ts";
import type { CommitSizes, LimitName, StoreLimits } from "./contract/store_limits.ts";

const texts: Readonly<Record<LimitName, (size: string) => string>> = {
  checks: (size) => `the change depends on ${size} records`,
  operations: (size) => `the change writes ${size} records`,
  addressBytes: (size) => `the key of a record has ${size} bytes`,
  keyBytes: (size) => `the keys of the change have ${size} bytes`,
  valueBytes: (size) => `a record has ${size} bytes`,
  commitBytes: (size) => `the change has ${size} bytes`,
};

/**
 * Refuses a commit beyond the limits of an engine.
 *
 * @param json the JSON of the value of each set. Default: the values are converted, if a limit needs their size.
 * @throws {StoreLimitError} with the limit and the size of the commit
 */
export function assertFits(
  limits: StoreLimits,
  partition: string,
  changes: Changes,
  json?: readonly string[],
): void {
  const needsValues = limits.valueBytes !== undefined || limits.commitBytes !== undefined;
  const values = json ?? (needsValues ? (changes.sets ?? []).map(({ value }) => JSON.stringify(value)) : []);
  const sizes = measureCommit(partition, changes, values);
  for (const [name, size] of Object.entries(sizes) as [LimitName, number][]) {
    const most = limits[name] ?? Infinity;
    if (size <= most) continue;
    const found = texts[name](size.toLocaleString("en-US"));
    throw new StoreLimitError(
      `${found}, and ${limits.store} takes at most ${most.toLocaleString("en-US")}. Write less at once`,
      name,
    );
  }
}

/** Measures a commit. `json` has the JSON of the value of each set. */
export function measureCommit(
  partition: string,
  { checks = [], sets = [], deletes = [], sums = [] }: Changes,
  json: readonly string[],
): CommitSizes {
  const place = utf8Length(partition);
  const sizeOf = (keys: readonly string[]): number[] => keys.map((key) => place + utf8Length(key));
  const written = sizeOf([...sets, ...sums].map(keyOf));
  const others = sizeOf([...checks.map(keyOf), ...deletes]);
  const values = json.map(utf8Length);
  const addresses = [...written, ...others];
  return {
    checks: checks.length,
    operations: sets.length + deletes.length + sums.length,
    addressBytes: addresses.reduce((most, size) => Math.max(most, size), 0),
    keyBytes: total(written) + 24 * written.length,
    valueBytes: values.reduce((most, size) => Math.max(most, size), 0),
    commitBytes: total(values) + 2 * total(addresses) + 100 * addresses.length,
  };
}

function keyOf({ key }: Check | SetRecord | AddToSum): string {
  return key;
}

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the number of bytes of a text in UTF-8. Half of a surrogate pair counts as U+FFFD. */
function utf8Length(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) length += 1;
    else if (unit < 0x8_00) length += 2;
    else if (isHigh(unit) && isLow(text.charCodeAt(index + 1))) {
      length += 4;
      index++;
    } else length += 3;
  }
  return length;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd8_00 && unit < 0xdc_00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc_00 && unit < 0xe0_00;
}
