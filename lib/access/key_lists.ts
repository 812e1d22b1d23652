import type { Clock } from "../clock.ts";
import type { Store } from "../store/mod.ts";
import type { ApiKeys, ListedApiKey } from "./api_keys.ts";
import { quotaIdOf } from "./api_key_text.ts";
import { isKeyOver } from "./credential.ts";
import type { KeyUsage } from "./api_key_usage.ts";

/** Filter and page of a list of keys. */
export interface KeyQuery {
  /** 1 to 100. Default: 50. */
  limit?: number;
  /** `next` of the previous page. Default: the first page. */
  after?: string;
  /** Keys that work, newest first, or expired and revoked keys, the last ended first. Default: all keys, sorted by id. */
  status?: "live" | "ended";
  /** Beginnings of words of the name, of the id, or of the shown characters of the value. A key must match all of them. */
  search?: string;
}

/** A page of keys. */
export interface KeyPage {
  keys: ListedApiKey[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/** A page of the usage of keys. */
export interface KeyUsagePage {
  usage: KeyUsage[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/** Pages of the keys of an organization. */
export class KeyLists {
  readonly #deps: { store: Store; clock: Clock; apiKeys: ApiKeys };

  constructor(deps: { store: Store; clock: Clock; apiKeys: ApiKeys }) {
    this.#deps = deps;
  }

  /** Returns a page of the keys of an organization, without their secrets. */
  async list(
    organizationSlug: string,
    { limit = 50, after, status, search }: KeyQuery = {},
  ): Promise<KeyPage> {
    const keys: ListedApiKey[] = [];
    const now = this.#deps.clock.now();
    const terms = (search ?? "")
      .toLowerCase()
      .split(/\s+/)
      .filter((term) => term !== "");
    for await (const key of this.#deps.apiKeys.iterate(organizationSlug)) {
      const words = [...key.name.toLowerCase().split(/[^\p{L}\p{N}]+/u), key.id, key.start];
      if (status !== undefined && isKeyOver(key, now) !== (status === "ended")) continue;
      if (terms.every((term) => words.some((word) => word.startsWith(term)))) keys.push(key);
    }
    const timeOf = ({ createdAt, revokedAt, expiresAt }: ListedApiKey): string =>
      status === "live"
        ? createdAt
        : ([revokedAt, expiresAt].filter((time) => time !== undefined).toSorted()[0] ?? "");
    if (status !== undefined) keys.sort((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1));
    const start = after === undefined ? 0 : keys.findIndex(({ id }) => id === after) + 1;
    const shown = keys.slice(start, start + limit);
    return { keys: shown, next: keys.length > start + limit ? (shown.at(-1)?.id ?? null) : null };
  }

  /** Returns a page of the daily usage of an organization's keys. */
  async usage(
    organizationSlug: string,
    { days, limit = 50, after = "" }: { days: number; limit?: number; after?: string },
  ): Promise<KeyUsagePage> {
    const all = await this.#deps.apiKeys.usage(organizationSlug, { days });
    const rest = all.filter(({ keyIds: [id = ""] }) => quotaIdOf(id) > after);
    const last = rest[limit - 1]?.keyIds[0];
    return {
      usage: rest.slice(0, limit),
      next: rest.length > limit && last !== undefined ? quotaIdOf(last) : null,
    };
  }
}
