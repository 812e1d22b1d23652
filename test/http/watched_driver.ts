import type { AtomicDriver, PublicApiOptions } from "../../lib/mod.ts";
import type { Address, RecordRead } from "../../lib/store/mod.ts";
import { type OpenStorage, World } from "../api/world.ts";
import { forwardAtomic, type Members } from "../forward_atomic.ts";

type Options = Partial<PublicApiOptions> & { tellsChanges?: boolean };

/** Opens a world whose driver is watched. */
export async function openWatched(
  openStorage: OpenStorage,
  { tellsChanges = true, ...options }: Options = {},
): Promise<{ world: World; watched: WatchedDriver }> {
  let watched!: WatchedDriver;
  const open: OpenStorage = async (clock) => {
    const { storage, close } = await openStorage(clock);
    watched = new WatchedDriver(storage as AtomicDriver, { tellsChanges });
    return { storage: watched.driver, close };
  };
  return { world: await World.open(open, { insight: false, ...options }), watched };
}

/** A driver that counts the requested records, and can run a callback between the reads of a page. */
export class WatchedDriver {
  readonly driver: AtomicDriver;
  asked = 0;
  queries = 0;
  afterList: (() => Promise<void>) | undefined;

  /** @param tellsChanges true to report unchanged records like the wrapped driver. Default: true */
  constructor(driver: AtomicDriver, { tellsChanges = true }: { tellsChanges?: boolean } = {}) {
    const { atomic } = driver;
    const counted = <Asked extends Address, Answer>(
      read: (addresses: readonly Asked[]) => Answer,
    ): ((addresses: readonly Asked[]) => Answer) => {
      return (addresses) => {
        this.asked += addresses.length;
        return read(addresses);
      };
    };
    const watched: Members = {
      getMany: counted((addresses) => atomic.getMany(addresses)),
      query: (batch) => {
        this.queries++;
        const result = atomic.query?.(batch) ?? { counts: [], reads: [] };
        // The driver does not read a record if the state has not changed.
        const isLookedAt = ({ known }: RecordRead): boolean =>
          known?.asOf === undefined || result instanceof Promise || known.asOf !== result.asOf;
        this.asked += batch.reads.filter(isLookedAt).length;
        return result;
      },
      list: async (partition, range) => {
        this.asked += range.limit;
        const records = await atomic.list(partition, range);
        await this.afterList?.();
        return records;
      },
    };
    const untold = tellsChanges ? {} : { query: undefined };
    this.driver = { ...driver, atomic: forwardAtomic(atomic, { ...watched, ...untold }) };
  }
}
