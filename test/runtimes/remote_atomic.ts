import { StoreLimitError } from "../../lib/mod.ts";
import type { AtomicOperations, Changes, Committed, Conflict, StoreLimits } from "../../lib/store/mod.ts";
import type { OpenEngine } from "../../lib/store/testing/mod.ts";
import type { ManualClock } from "../manual_clock.ts";
import { startForSuite } from "../servers/release_after_use.ts";
import type { RunningHost } from "./start_host.ts";

/**
 * Opens engines in the process of another runtime, with `hosts/driver_calls.js`. The contract suite runs here, and the driver there.
 * The process is started once for all tests of the file.
 *
 * @param start starts the process
 * @param limits limits of the driver. A commit of too many sets, and of nothing else, is split
 */
export function openRemoteEngine(
  start: () => Promise<RunningHost>,
  limits?: StoreLimits,
): (clock: ManualClock) => Promise<OpenEngine> {
  const host = startForSuite(start);
  let engines = 0;
  return async (clock) => {
    const engine = String(++engines);
    const call = async <Answer>(method: string, ...args: unknown[]): Promise<Answer> => {
      const body = JSON.stringify({ engine, now: clock.now(), method, args });
      // Runtimes close idle connections after some seconds, and a call at that moment would fail.
      const response = await fetch(host().url, { method: "POST", body, headers: { connection: "close" } });
      if (!response.ok) throw errorOf(await response.text());
      return (await response.json()) as Answer;
    };
    const atomic: AtomicOperations = {
      scope: "host",
      durability: "none",
      ...(limits === undefined ? {} : { limits }),
      getMany: (addresses) => call("getMany", addresses),
      list: (partition, range) => call("list", partition, range),
      commit: async (partition, changes) => {
        let last: Committed | Conflict | undefined;
        for (const part of inParts(changes, limits?.operations ?? Infinity))
          last = await call("commit", partition, part);
        return last ?? call("commit", partition, changes);
      },
    };
    return { atomic, close: () => call("dispose") };
  };
}

function errorOf(text: string): Error {
  const reason = text.replace(/^StoreLimitError: Cannot write to the store: /, "");
  return reason === text ? new Error(text) : new StoreLimitError(reason, "unknown");
}

function inParts({ sets = [], ...rest }: Changes, most: number): Changes[] {
  if (sets.length <= most) return [{ sets, ...rest }];
  const count = Math.ceil(sets.length / most);
  return Array.from({ length: count }, (_, index) => ({
    sets: sets.slice(index * most, (index + 1) * most),
  }));
}
