import type { KeyPart, Location } from "../../store/mod.ts";
import { listedSessionsKey } from "../users/user.ts";

/** Maximum idle time and lifetime of sessions. */
export interface SessionLimits {
  /** Seconds without a request, 60 to 31,536,000. Default: 43,200 (12 hours). */
  idleSeconds: number;
  /** Seconds since the sign-in, 60 to 31,536,000. Default: 604,800 (7 days). */
  absoluteSeconds: number;
}

/** A stored session. */
export interface SessionRecord {
  userId: string;
  signedInAt: number;
  /** Last recorded use, in milliseconds since the epoch. */
  seenAt: number;
  /** Number of times that the user had signed out everywhere before the session started. */
  generation: number;
  /** Absent if it was unknown, and in sessions of older versions. */
  browser?: string;
  /** Slug of the only organization that the session opens. Default: all organizations of the user. */
  organizationSlug?: string;
}

/** Returns the location of a session. Its id is the hash of its token. */
export function sessionLocation(id: string): Location {
  return { partition: ["session", id], key: ["session"] };
}

/** Returns the key prefix of the sessions in a user's list that signing out everywhere has not ended. */
export function listedSessions(generation: number): KeyPart[] {
  return [...listedSessionsKey, generation];
}

/** Returns the key of a session in its user's list. */
export function listedSessionKey({ generation, signedInAt }: SessionRecord, id: string): KeyPart[] {
  return [...listedSessions(generation), signedInAt, id];
}

/** Returns the end of a session without a further use, in milliseconds since the epoch. */
export function endOfSession(
  { signedInAt, seenAt }: SessionRecord,
  { idleSeconds, absoluteSeconds }: SessionLimits,
): number {
  return Math.min(seenAt + idleSeconds * 1000, signedInAt + absoluteSeconds * 1000);
}
