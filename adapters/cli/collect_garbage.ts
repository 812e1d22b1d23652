import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: unknown;

/** Has what is no longer used freed now: V8 by itself lets a process grow to some 60 MB more first. Other engines are left alone. */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("globalThis.gc ?? null");
  }
  if (typeof collect === "function") collect();
}
