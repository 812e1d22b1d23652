import { describe, expect, it } from "vitest";
import {
  cachingFetch,
  createClient,
  type FetchOptions,
  type PosternClient,
} from "../../lib/api/client/mod.ts";

interface Sent {
  url: string;
  options: unknown;
}

function open(fetchOptions?: FetchOptions): { client: PosternClient; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch = (...[request, ...more]: [Request, RequestInit?]): Promise<Response> => {
    sent.push({ url: new URL(request.url).pathname, options: more });
    const body = JSON.stringify({ posts: [], redirects: [], nextCursor: null, faqEntries: [] });
    const headers = { "content-type": "application/json", etag: '"a"' };
    return Promise.resolve(new Response(body, { headers }));
  };
  const options = fetchOptions === undefined ? {} : { fetchOptions };
  const client = createClient({
    baseUrl: "https://acme.example",
    organizationSlug: "acme",
    fetch: cachingFetch({ fetch }),
    ...options,
  });
  return { client, sent };
}

describe("options for fetch", () => {
  it("are not passed by default", async () => {
    const { client, sent } = open();
    await client.getPost("hello");
    expect(sent.map(({ options }) => options)).toEqual([[]]);
  });

  it("of a call are added to those of the client", async () => {
    const { client, sent } = open({ cache: "force-cache", next: { revalidate: 60 } });
    const fetchOptions = { next: { tags: ["post-12"] } };
    await client.getPost("hello", { fetchOptions });
    await client.listPosts({}, { fetchOptions });
    await client.iteratePages({}, { fetchOptions }).next();
    await client.iterateRedirects({}, { fetchOptions }).next();
    await client.getPost("hello");
    const added = [{ cache: "force-cache", next: { tags: ["post-12"] } }];
    expect(sent.map(({ options }) => options)).toEqual([
      added,
      added,
      added,
      added,
      [{ cache: "force-cache", next: { revalidate: 60 } }],
    ]);
  });

  it("must not replace parts of the request that the client sets", async () => {
    expect(() => open({ headers: {} } as never)).toThrow(
      /fetchOptions must be an object without method, headers/,
    );
    const { client, sent } = open();
    const fetchOptions = { redirect: "follow" } as never;
    await expect(client.getPost("hello", { fetchOptions })).rejects.toThrow(/fetchOptions/);
    expect(sent).toEqual([]);
  });
});
