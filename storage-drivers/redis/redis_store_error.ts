/** Reasons for operators, by the beginning of Redis's error message. */
const reasons: [beginning: string, reason: string][] = [
  ["OOM", "its memory is full (maxmemory)"],
  ["READONLY", "the server is a read-only replica"],
  ["LOADING", "the server is still loading its data"],
  ["CLUSTERDOWN", "the cluster is down"],
  ["MASTERDOWN", "the replica has lost its master"],
  ["MISCONF", "the server cannot save to its disk, and refuses writes"],
  ["NOREPLICAS", "too few replicas are connected, and the server refuses writes"],
  ["NOAUTH", "the server asks for a password"],
  ["WRONGPASS", "the user name or the password is wrong"],
  ["NOPERM", "the user lacks a permission"],
  ["BUSY", "the server is busy with a script"],
];

/** Redis did not reply, or replied with an error (see `cause`). A write may have succeeded. */
export class RedisStoreError extends Error {
  override name = "RedisStoreError";

  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const known = reasons.find(([beginning]) => message.startsWith(beginning));
    super(`Cannot use Redis: ${known === undefined ? message : `${known[1]} (${message})`}`, { cause });
  }
}
