import type { Address, DerivedRecord } from "../../store/mod.ts";

/** A problem of a record, found by {@link inspectStore}. */
export type StoreFinding =
  /** The record cannot be read. */
  | { problem: "damaged"; address: Address; place: string; reason: string; raw: string }
  /** A later version of Postern wrote the record. */
  | { problem: "later-version"; address: Address; place: string; reason: string }
  /** A record that can be rebuilt is missing, or has wrong data. */
  | { problem: "missing" | "wrong"; address: Address; place: string; derived: DerivedRecord; from: Address }
  /** The HTML of a post is missing. */
  | { problem: "incomplete"; address: Address; place: string; companion: Address }
  /** The record belongs to a record that does not exist. */
  | { problem: "stray"; address: Address; place: string; source: Address }
  /** The record is an index entry that its source does not have, such as the entry of a post's earlier title. */
  | { problem: "unlisted"; address: Address; place: string; source: Address }
  /** A value of the post refers to a post that does not exist. Public responses leave it out. There is nothing to repair. */
  | { problem: "dangling"; address: Address; place: string; field: string; slug: string }
  /** The organization's own record is missing, as after an interrupted deletion. */
  | { problem: "no-organization"; address: Address; place: string }
  /** The counter of post ids is lower than the id of a post. */
  | { problem: "counter"; address: Address; place: string; atLeast: number }
  /** A counter is not the sum of its records. */
  | { problem: "miscounted"; address: Address; place: string; records: number };

/** Describes a finding in one sentence. */
export function describeFinding(finding: StoreFinding): string {
  const { address, place } = finding;
  const name = `${address.partition} ${address.key}`;
  switch (finding.problem) {
    case "damaged":
    case "later-version":
      return `Cannot read the record at ${place}: ${finding.reason}`;
    case "missing":
      return `${name} is missing; it is rebuilt from ${finding.from.key}`;
    case "wrong":
      return `${name} differs from ${finding.from.key}, which it is built from`;
    case "incomplete":
      return `${name} has no ${finding.companion.key}`;
    case "stray":
      return `${name} belongs to ${finding.source.key}, which does not exist`;
    case "unlisted":
      return `${name} is not an entry of ${finding.source.key}`;
    case "dangling":
      return `${name} refers in its field ${finding.field} to the post "${finding.slug}", which does not exist`;
    case "no-organization":
      return `${address.partition} has records, but no organization: its record was lost, or its deletion was interrupted`;
    case "miscounted":
      return `${name} differs from ${finding.records}, the sum of the records that it counts`;
    case "counter":
      break;
  }
  return `${name} is lower than ${finding.atLeast}, the id of a post`;
}
