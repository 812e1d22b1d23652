import {
  createPublicApi,
  type ContentSource,
  type HostValueError,
  type PublicApi,
  type PublicApiOptions,
} from "../../lib/mod.ts";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { describedFetch } from "../api/described_fetch.ts";
import { hostOrganization } from "../host_organization.ts";
import { ManualClock } from "../manual_clock.ts";

/** A good row of a host's table. The words `good`, or another, are in all its texts. */
export function rowOf(id: number, word = "good"): Record<string, unknown> {
  return {
    id,
    name: `The ${word} post ${id}`,
    slug: `${word}-${id}`,
    html: `<h2>Is ${word} bread ${id} fresh?</h2><p>It is ${word} bread.</p>`,
    author: `${word} author`,
    tags: [`${word} tag`],
    wordCount: 7,
    isAccessibleForFree: true,
    createdAt: new Date(Date.UTC(2026, 0, 1) + id * 1000).toISOString(),
    updatedAt: new Date(Date.UTC(2026, 0, 1) + id * 1000).toISOString(),
  };
}

/** A table of a host, which it lists by the order of its rows. Descending orders list it from the end. */
export class HostTable {
  rows: unknown[];

  constructor(rows: unknown[]) {
    this.rows = rows;
  }

  get source(): ContentSource {
    return {
      findOrganization: (slug) => (slug === "acme" ? { ...hostOrganization, feeds: true } : null),
      getPost: (_organization, slug) => this.rows.find((row) => slugOf(row) === slug) as never,
      listPosts: (_organization, { sort, limit, after = "0" }) => {
        const rows = sort.startsWith("-") ? this.rows.toReversed() : this.rows;
        const end = Number(after) + limit;
        // Not `slice`, which turns a hole into nothing.
        return { posts: rows.slice(Number(after), end), next: end < rows.length ? `${end}` : null } as never;
      },
    };
  }
}

function slugOf(row: unknown): unknown {
  return typeof row === "object" && row !== null && "slug" in row ? row.slug : undefined;
}

/** An API of a host, whose responses are compared with the document, and the errors that `onError` got. */
export interface HostWorld {
  api: PublicApi;
  errors: HostValueError[];
  clock: ManualClock;
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** Calls a tool of the Model Context Protocol. */
  call: (name: string, input: object) => Promise<string>;
}

export function openHost(content: ContentSource, options: Partial<PublicApiOptions> = {}): HostWorld {
  const errors: HostValueError[] = [];
  const clock = new ManualClock();
  const all: PublicApiOptions = {
    storage: memoryDriver({ clock }),
    clock,
    content,
    mcp: mcp(),
    onError: (error) => errors.push(error as HostValueError),
    ...options,
  };
  const api = createPublicApi(all);
  const fetch = describedFetch(api.fetch, all);
  const base = "http://localhost/api/public/v1";
  return {
    api,
    errors,
    clock,
    get: async (path, headers = {}) => fetch(new Request(base + path, { headers })),
    call: async (name, input) => {
      const response = await api.fetch(
        new Request(`${base}/mcp/acme`, {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name, arguments: input },
          }),
        }),
      );
      return `${response.status} ${await response.text()}`;
    },
  };
}
