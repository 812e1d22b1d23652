import type { AtomicDriver } from "../../lib/mod.ts";

/** A driver that counts the records it is asked for, and lets something happen between the reads of a page. */
export class WatchedDriver {
  readonly driver: AtomicDriver;
  asked = 0;
  afterList: (() => Promise<void>) | undefined;

  constructor(driver: AtomicDriver) {
    const { atomic } = driver;
    this.driver = {
      ...driver,
      atomic: {
        scope: atomic.scope,
        durability: atomic.durability,
        commit: (partition, changes) => atomic.commit(partition, changes),
        getMany: (addresses) => {
          this.asked += addresses.length;
          return atomic.getMany(addresses);
        },
        list: async (partition, range) => {
          this.asked += range.limit;
          const records = await atomic.list(partition, range);
          await this.afterList?.();
          return records;
        },
      },
    };
  }
}
