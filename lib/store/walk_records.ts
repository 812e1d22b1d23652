import { Turns } from "../base/yielding.ts";
import type { Clock } from "../base/time/clock.ts";
import type { Address, AtomicOperations } from "./contract/atomic_driver.ts";
import { rangeOf } from "./encode_key.ts";

/** Number of records in a page. It bounds memory, because some records contain the content of a post. */
const pageSize = 100;

/**
 * Walks the addresses of all readable records, whatever their kind. It returns undefined if the engine cannot list its partitions. Partitions that
 * are removed during the walk may be missing, also of a snapshot.
 *
 * @param only encoded partitions. Default: all
 */
export function walkRecords(
  atomic: AtomicOperations,
  clock: Clock,
  only?: ReadonlySet<string>,
): AsyncGenerator<Address> | undefined {
  const partitions = atomic.partitions?.();
  return partitions && walk(atomic, partitions, { clock, only });
}

async function* walk(
  atomic: AtomicOperations,
  partitions: AsyncIterable<string>,
  { clock, only }: { clock: Clock; only: ReadonlySet<string> | undefined },
): AsyncGenerator<Address> {
  const turns = new Turns(clock);
  for await (const partition of partitions) {
    const { end } = rangeOf([]);
    let start = "";
    if (turns.isOver) await turns.next();
    if (only?.has(partition) === false) continue;
    for (;;) {
      if (turns.isOver) await turns.next();
      const page = await atomic.list(partition, { start, end, limit: pageSize, onDamaged: () => undefined });
      for (const { key } of page) yield { partition, key };
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) break;
      start = `${last.key} `;
    }
  }
}
