import { meansStarting } from "../opening/starting_server.ts";
import { rootCauseOf } from "../opening/root_cause.ts";

/** The reason of an error for operators. A temporary error may not occur again although nobody has changed anything. */
interface Reason {
  text: string;
  isTemporary?: true;
}

/** Reasons by the beginning of the error message of Redis or ioredis. */
const reasons: readonly (readonly [beginning: string, reason: Reason])[] = [
  ["OOM", { text: "its memory is full (maxmemory)" }],
  ["READONLY", { text: "the server is a read-only replica", isTemporary: true }],
  ["LOADING", { text: "the server is still loading its data", isTemporary: true }],
  ["CLUSTERDOWN", { text: "the cluster is down", isTemporary: true }],
  ["MASTERDOWN", { text: "the replica has lost its master", isTemporary: true }],
  ["MISCONF", { text: "the server cannot save to its disk, and refuses writes" }],
  [
    "NOREPLICAS",
    { text: "too few replicas are connected, and the server refuses writes", isTemporary: true },
  ],
  ["NOAUTH", { text: "the server asks for a password" }],
  ["WRONGPASS", { text: "the user name or the password is wrong" }],
  ["NOPERM", { text: "the user lacks a permission" }],
  ["BUSY", { text: "the server is busy with a script", isTemporary: true }],
  ["UNBLOCKED", { text: "the server ended the command", isTemporary: true }],
  ["TRYAGAIN", { text: "the cluster moves its slots", isTemporary: true }],
  ["MOVED", { text: "the cluster moves its slots", isTemporary: true }],
  ["ASK", { text: "the cluster moves its slots", isTemporary: true }],
  [
    "ERR max number of clients",
    { text: "the server has no free connection (maxclients)", isTemporary: true },
  ],
  ["Stream isn't writeable", { text: "not connected", isTemporary: true }],
  ["ERR DB index is out of range", { text: "the server has no database of this number" }],
];

/** Redis did not reply, or replied with an error (see `cause`). A write may have succeeded. */
export class RedisStoreError extends Error {
  override name = "RedisStoreError";
  /** True if the server refuses the operation, and would refuse it again. */
  readonly isRefusal: boolean;
  /** True if the server does not serve yet. */
  readonly isStarting: boolean;

  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const root = rootCauseOf(cause);
    const known = reasonOf(message) ?? reasonOf(root.message);
    super(`Cannot use Redis: ${known === undefined ? message : `${known.text} (${message})`}`, { cause });
    const isTemporary = known?.isTemporary === true;
    this.isRefusal = root.name === "ReplyError" && !isTemporary;
    this.isStarting = isTemporary || meansStarting(root);
  }
}

function reasonOf(message: string): Reason | undefined {
  return reasons.find(([beginning]) => message.startsWith(beginning))?.[1];
}
