import { withoutSecrets } from "../../base/secrets/without_secrets.ts";
import { BoundedCounts, invisibleCharacters } from "./bounded_counts.ts";
import {
  isKeyId,
  mostKeyRows,
  mostNotFound,
  mostReads,
  mostRefusalRows,
  noKey,
  otherKeys,
  type StatusCounts,
} from "./insight_day.ts";

/** Maximum number of characters of a slug without a post. */
const longestSlug = 80;

/** A request to an endpoint, as it is counted. */
export interface CountedRequest {
  endpoint: string;
  status: number;
  /** Id of a genuine key. */
  keyId: string | undefined;
  /** Code of the problem, if the key or its lack was refused. */
  refusal: string | undefined;
  /** Slug of the post that was read. */
  read: string | undefined;
  /** Slug without a post. */
  missing: string | undefined;
}

/** Counts of requests that are not written yet. Their number is bounded. */
export class InsightCounts {
  /** Statuses by endpoint and key. */
  readonly requests: Map<string, Map<string, StatusCounts>> = new Map();
  /** Refusals by code and key. */
  readonly refusals: Map<string, Map<string, number>> = new Map();
  readonly reads: BoundedCounts = new BoundedCounts(mostReads);
  readonly notFound: BoundedCounts = new BoundedCounts(mostNotFound);
  #keyRows = 0;
  #refusalRows = 0;

  add({ endpoint, status, keyId = noKey, refusal, read, missing }: CountedRequest): void {
    const byKey = this.requests.get(endpoint) ?? innerMap(this.requests, endpoint);
    const counts = byKey.get(keyId) ?? this.#newStatuses(byKey, keyId);
    const place = placeOf(status);
    counts[place] = (counts[place] ?? 0) + 1;
    if (refusal !== undefined) this.#refuse(refusal, keyId);
    if (read !== undefined) this.reads.add(read);
    if (missing !== undefined) this.notFound.add(shortened(missing));
  }

  #newStatuses(byKey: Map<string, StatusCounts>, keyId: string): StatusCounts {
    const key = keyId === noKey || this.#keyRows < mostKeyRows ? keyId : otherKeys;
    const existing = byKey.get(key);
    if (existing !== undefined) return existing;
    if (isKeyId(key)) this.#keyRows++;
    const created: StatusCounts = [0, 0, 0, 0, 0];
    byKey.set(key, created);
    return created;
  }

  #refuse(code: string, keyId: string): void {
    const byKey = innerMap(this.refusals, code);
    const isKnown = keyId === noKey || byKey.has(keyId);
    const key = isKnown || this.#refusalRows < mostRefusalRows ? keyId : otherKeys;
    if (!isKnown && key !== otherKeys) this.#refusalRows++;
    byKey.set(key, (byKey.get(key) ?? 0) + 1);
  }
}

/** Returns the place of a status in the counts. */
function placeOf(status: number): number {
  if (status < 300) return 0;
  if (status === 304) return 1;
  if (status < 400) return 2;
  return status < 500 ? 3 : 4;
}

function innerMap<Value>(outer: Map<string, Map<string, Value>>, name: string): Map<string, Value> {
  const known = outer.get(name);
  if (known !== undefined) return known;
  const created = new Map<string, Value>();
  outer.set(name, created);
  return created;
}

/** Returns a slug as it is counted. Strangers choose it. */
function shortened(slug: string): string {
  const characters = Array.from(withoutSecrets(slug).replaceAll(invisibleCharacters, "\ufffd"));
  return characters.length > longestSlug
    ? `${characters.slice(0, longestSlug).join("")}…`
    : characters.join("");
}
