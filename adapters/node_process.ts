import { readlinkSync } from "node:fs";
import type { ProcessIdentity } from "../lib/events/mod.ts";
import {
  type ProcessIdentity as KnownProcess,
  stateOf,
  thisProcess,
} from "../storage-drivers/fs/process_identity.ts";

/** A process with the namespace of its id. Processes of two containers can have the same id. */
interface NamedProcess extends KnownProcess {
  namespace?: string | undefined;
}

/**
 * Identifies this process for `api.events.start`, so that after a crash the next process of this host works immediately. The proof that a process
 * has ended needs Linux. On other systems the next process waits up to 10 seconds.
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { nodeProcess } from "postern/node";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * const stop = api.events.start({ process: nodeProcess() });
 * await stop();
 * ```
 */
export function nodeProcess(): ProcessIdentity {
  const own: NamedProcess = { ...thisProcess(), namespace: pidNamespace() };
  return {
    id: JSON.stringify(own),
    isDead: (id) => {
      const other = parse(id);
      return other !== undefined && canSee(own, other) && stateOf(other) === "dead";
    },
  };
}

/** True if this process would see the other, if that is alive. A host name alone proves nothing, because two machines can share it. */
function canSee(own: NamedProcess, other: NamedProcess): boolean {
  const hasProof = own.boot !== undefined && own.namespace !== undefined;
  return hasProof && own.host === other.host && own.boot === other.boot && own.namespace === other.namespace;
}

function parse(id: string): NamedProcess | undefined {
  try {
    return JSON.parse(id) as NamedProcess;
  } catch {
    return undefined;
  }
}

function pidNamespace(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}
