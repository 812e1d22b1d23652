import { BoundedMap } from "../../base/bounded_map.ts";
import { isBoundToRequest } from "../../base/bound_to_request.ts";
import { Slots } from "../../base/slots.ts";
import type { Question } from "../../store/mod.ts";
import type { PreparedResponse } from "./prepared_response.ts";

/** A rendered response, and the versions that it was rendered from. */
export interface CachedResponse {
  response: PreparedResponse;
  /** The versions that it was rendered from. If undefined, they are unknown and the response is not cached. */
  stamp: string | undefined;
  /** Time of the request that it was rendered for, in milliseconds since the epoch. */
  createdAt: number;
  /** Time at which it expires even without a write, in milliseconds since the epoch. `Infinity` for never. */
  goodUntil: number;
  /** The response for callers without a key, if it is a different one. */
  withheld?: PreparedResponse;
  /** The question whose answer is the version of the post while the post is unchanged. */
  revision?: { question: Question<string | undefined>; version: string };
  /** True if the response names other posts, so that the stamp has the revision of all posts. */
  namesOthers?: boolean;
  /** Time at which the store last confirmed the stamp, in milliseconds since the epoch. */
  confirmedAt?: number;
}

/** A response to render. */
interface Rendering {
  name: string;
  stamp: string | undefined;
  /** Time of the request, in milliseconds since the epoch. */
  now: number;
  organizationSlug: string;
  /** Aborts when the client is gone. */
  signal: AbortSignal;
}

/** A rendering that other requests may wait for. */
interface PendingRendering {
  rendering: Promise<CachedResponse>;
  signal: AbortSignal;
}

/** Maximum number of responses that a process renders at a time. An organization alone may have 40. */
const mostRenderings = 60;

/** Estimated bytes of a cached response without its body and name, such as headers and forms. Measured on Node: 1.5 KB. */
const overhead = 2048;

/** Maximum body size of a small response, in bytes. */
const largest = 1_048_576;

/**
 * Caches rendered responses: posts, selections of their fields, Markdown, lists, sitemaps and feeds. It evicts the least recently used first.
 * The store confirms the stamp of a cached response on every request.
 */
export class ResponseCache {
  readonly #small: BoundedMap<CachedResponse>;
  readonly #large: BoundedMap<CachedResponse>;
  /** Pending renderings, by name and stamp. */
  readonly #pending = new Map<string, PendingRendering>();
  readonly #slots = new Slots(mostRenderings);

  /** @param mostBytes maximum bytes of cached responses. Large responses get half, so that they do not evict the posts. */
  constructor(mostBytes: number) {
    this.#small = new BoundedMap(mostBytes / 2, weightOf);
    this.#large = new BoundedMap(mostBytes / 2, weightOf);
  }

  /**
   * Returns the response that is cached under a name, with any stamp. A response that was created after `now` is not returned. The clock was
   * ahead then, so the response can contain posts that are not yet published.
   */
  get(name: string, now: number): CachedResponse | undefined {
    const found = this.#small.get(name) ?? this.#large.get(name);
    return found !== undefined && found.createdAt <= now ? found : undefined;
  }

  /** Returns the response that is cached under a name, if it has one of the stamps and has not expired. */
  current(name: string, stamps: readonly (string | undefined)[], now: number): CachedResponse | undefined {
    const found = this.get(name, now);
    return found !== undefined && stamps.includes(found.stamp) && now < found.goodUntil ? found : undefined;
  }

  delete(name: string): void {
    this.#small.delete(name);
    this.#large.delete(name);
  }

  /** Caches a response, unless its stamp is unknown or its body is not in memory. */
  set(name: string, entry: CachedResponse): void {
    if (entry.stamp === undefined || !(entry.response.body instanceof Uint8Array)) return;
    this.delete(name);
    const isLarge = entry.response.body.length > largest;
    (isLarge ? this.#large : this.#small).set(name, entry);
  }

  /** Renders and caches a response. Concurrent requests for the same name and stamp share one rendering. */
  async render(
    { name, stamp, now, organizationSlug, signal }: Rendering,
    create: () => Promise<CachedResponse>,
  ): Promise<CachedResponse> {
    const createInSlot = (): Promise<CachedResponse> => this.#slots.run(organizationSlug, create, signal);
    if (stamp === undefined) return createInSlot();
    const key = `${name} ${stamp}`;
    // The first request after a client has gone renders, and the others wait for it.
    for (let pending = this.#pending.get(key); pending !== undefined; pending = this.#pending.get(key)) {
      const other = await responseOf(pending);
      if (other === undefined) continue;
      // A stream can be read only once, so requests cannot share it.
      const isShared = other.response.body instanceof Uint8Array;
      if (isShared && other.createdAt <= now && now < other.goodUntil) return other;
      break;
    }
    const rendering = this.#create(name, createInSlot);
    // Cloudflare cancels a request's work with the request, so other requests must not wait for it.
    if (isBoundToRequest) return rendering;
    this.#pending.set(key, { rendering, signal });
    const forget = (): void => {
      if (this.#pending.get(key)?.rendering === rendering) this.#pending.delete(key);
    };
    rendering.then(forget, forget);
    return rendering;
  }

  async #create(name: string, create: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const entry = await create();
    this.set(name, entry);
    return entry;
  }
}

/** Returns the response of a pending rendering, or undefined if its client has gone. */
async function responseOf({ rendering, signal }: PendingRendering): Promise<CachedResponse | undefined> {
  try {
    return await rendering;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

function weightOf({ response, withheld }: CachedResponse, name: string): number {
  return overhead + name.length + lengthOf(response) + lengthOf(withheld);
}

function lengthOf(response: PreparedResponse | undefined): number {
  return response?.body instanceof Uint8Array ? response.body.length : 0;
}
