import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClient, type PosternClient } from "../../lib/api/client/mod.ts";
import { sleep } from "../../lib/base/time/sleep.ts";
import { clientOf, errorOf, secret } from "./client_of.ts";
import { answer, hang, HostileServer, json, problem, reset, stall } from "./hostile_server.ts";

const list = json({ posts: [{ name: "A" }, { name: "B" }], nextCursor: "next" });

let server: HostileServer;
let other: HostileServer;
beforeEach(async () => {
  [server, other] = [await HostileServer.start(), await HostileServer.start()];
});
afterEach(() => {
  server.close();
  other.close();
});

const outcomeOf = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);

describe("an abort", () => {
  const reason = new Error("The page was left");

  /** Creates a signal that aborts after `reached` was called twice. */
  const abortOfTwo = (): { signal: AbortSignal; reached: () => void } => {
    const controller = new AbortController();
    let missing = 2;
    // Aborts in a later turn of the event loop, when both calls wait for their next step.
    const reached = (): void => void (--missing === 0 && setImmediate(() => controller.abort(reason)));
    return { signal: controller.signal, reached };
  };

  const outcomesOf = async (client: PosternClient, signal: AbortSignal): Promise<unknown[]> =>
    Promise.all([client.listPosts({}, { signal }), client.addKnowledge("x", { signal })].map(outcomeOf));

  it("ends a call with the signal's reason before it is sent", async () => {
    server.will(list);
    const { client } = clientOf(server.url);
    expect(await outcomesOf(client, AbortSignal.abort(reason))).toEqual([reason, reason]);
    expect(server.seen).toEqual([]);
  });

  it("ends a call with the signal's reason while it waits for a response", async () => {
    const { signal, reached } = abortOfTwo();
    server.will((response, request) => {
      hang(response, request);
      reached();
    });
    expect(await outcomesOf(clientOf(server.url).client, signal)).toEqual([reason, reason]);
  });

  it("ends a call with the signal's reason while it reads the response", async () => {
    const { signal, reached } = abortOfTwo();
    server.will(stall);
    const { client } = clientOf(server.url, {
      fetch: async (request) => {
        const response = await fetch(request);
        reached();
        return response;
      },
    });
    expect(await outcomesOf(client, signal)).toEqual([reason, reason]);
  });

  it("is an AbortError if it has no reason", async () => {
    const error = await outcomeOf(clientOf(server.url).client.getPost("a", { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: "AbortError" });
  });

  it("ends the wait before a retry immediately, and leaves no timer", async () => {
    const controller = new AbortController();
    server.will(problem("store-unavailable", 503, { "retry-after": "600" }));
    const waits: number[] = [];
    const client = createClient({
      baseUrl: server.url,
      organizationSlug: "acme",
      timeBudgetMs: 3_600_000,
      sleep: (milliseconds, signal) => {
        waits.push(milliseconds);
        const waited = sleep(milliseconds, signal);
        controller.abort("enough");
        return waited;
      },
    });
    expect(await outcomeOf(client.listPosts({}, { signal: controller.signal }))).toBe("enough");
    expect([waits.length, server.seen.length]).toEqual([1, 1]);
    expect(waits[0]).toBeGreaterThanOrEqual(600_000);
  });

  it("ends an iteration between two posts, and requests no more pages", async () => {
    const controller = new AbortController();
    server.will(list);
    const names: string[] = [];
    const iterate = async (): Promise<void> => {
      for await (const { name } of clientOf(server.url).client.iteratePosts(
        {},
        { signal: controller.signal },
      )) {
        names.push(name);
        if (names.length === 3) controller.abort("enough");
      }
    };
    expect(await outcomeOf(iterate())).toBe("enough");
    expect([names, server.seen.length]).toEqual([["A", "B", "A"], 2]);
  });

  it("works with a fetch that ignores signals", async () => {
    const never = (): Promise<Response> => new Promise(() => undefined);
    const { client } = clientOf("https://acme.example", { fetch: never, timeoutMs: 20, maxAttempts: 1 });
    expect((await errorOf(client.listPosts())).code).toBe("timeout");
    const patient = clientOf("https://acme.example", { fetch: never }).client;
    const aborted = patient.listPosts({}, { signal: AbortSignal.timeout(5) });
    expect(await outcomeOf(aborted)).toMatchObject({ name: "TimeoutError" });
  });
});

describe("an iteration", () => {
  it("requests a page when it is needed, and no page after a break", async () => {
    const { client } = clientOf(server.url);
    server.will(list);
    const pages = client.iteratePages();
    expect(server.seen).toHaveLength(0);
    for await (const post of client.iteratePosts()) if (post.name === "B") break;
    expect(server.seen).toHaveLength(1);
    await pages.next();
    expect(server.seen).toHaveLength(2);
  });

  it("ends with an error if there are too many pages", async () => {
    const { client } = clientOf(server.url);
    server.will(list);
    let count = 0;
    const iterate = async (): Promise<void> => {
      for await (const page of client.iteratePages({ limit: 2 }, { maxPages: 4 }))
        count += page.data.posts.length;
    };
    const error = await errorOf(iterate());
    expect(error).toMatchObject({ code: "too-many-pages", message: expect.stringContaining("4 pages") });
    expect(count).toBe(8);
    expect(server.seen.map(({ url }) => url.split("?")[1])).toEqual([
      "limit=2",
      ...Array.from({ length: 3 }, () => "limit=2&cursor=next"),
    ]);
    for (const maxPages of [0, 1.5, Number.NaN]) {
      expect(() => client.iteratePages({}, { maxPages })).toThrow(/maxPages must be a whole number/);
    }
  });
});

describe("the key", () => {
  it("is sent to the API only, in its header only", async () => {
    const { client } = clientOf(server.url);
    server.will(list);
    await client.listPosts();
    const [seen] = server.seen;
    expect(seen?.headers["x-api-key"]).toBe(secret);
    expect(JSON.stringify({ ...seen, headers: { ...seen?.headers, "x-api-key": "" } })).not.toContain(secret);
  });

  it.each([301, 302, 303, 307, 308])("is not sent to the target of a redirect: %d", async (status) => {
    const { client, waits } = clientOf(server.url);
    other.will(list);
    for (const location of [`${other.url}/`, "/elsewhere", "", "//[", `${other.url}/?key=${secret}`]) {
      server.will(answer(status, { location }, "Moved"));
      const error = await errorOf(client.listPosts());
      expect([error.code, error.status]).toEqual(["redirected", status]);
      expect((await errorOf(client.addKnowledge("x"))).code).toBe("redirected");
      expect(server.seen).toHaveLength(2);
    }
    expect([other.seen, waits]).toEqual([[], []]);
  });

  it("prevents redirects; reads without a key follow them", async () => {
    other.will(list);
    server.will(answer(308, { location: `${other.url}/moved` }));
    const { data } = await createClient({ baseUrl: server.url, organizationSlug: "acme" }).listPosts();
    expect([data.posts.length, other.seen[0]?.url]).toEqual([2, "/moved"]);
  });

  it("follows the redirect of a renamed post, but only below the posts", async () => {
    const { client } = clientOf(server.url, { maxAttempts: 1 });
    for (const location of [
      `${other.url}/api/public/v1/post/acme/b`,
      "/api/public/v1/post/other/b",
      "",
      "a",
    ]) {
      server.will(answer(308, { location }));
      expect((await errorOf(client.getPost("a"))).code).toBe("redirected");
    }
    expect(other.seen).toEqual([]);
    server.will(answer(308, { location: "/api/public/v1/post/acme/b" }), json({ faqEntries: [], slug: "b" }));
    expect((await client.getPost("a")).data.slug).toBe("b");
    expect(server.seen.at(-1)).toMatchObject({
      url: "/api/public/v1/post/acme/b",
      headers: { "x-api-key": secret },
    });
  });

  it("follows the redirect of a renamed post if a platform clones the responses, as Next.js does", async () => {
    const clones: Response[] = [];
    const { client } = clientOf(server.url, {
      maxAttempts: 1,
      timeoutMs: 5000,
      fetch: async (request) => {
        const response = await fetch(request);
        clones.push(response.clone());
        return response;
      },
    });
    server.will(
      answer(308, { location: "/api/public/v1/post/acme/b" }, "Moved"),
      json({ faqEntries: [], slug: "b" }),
      answer(308, { location: "/elsewhere" }, "Moved"),
    );
    expect((await client.getPost("a")).data.slug).toBe("b");
    expect((await errorOf(client.getPost("c"))).code).toBe("redirected");
    expect(clones).toHaveLength(3);
  });

  it("is in no error, even if the server echoes it", async () => {
    const { client } = clientOf(server.url, { maxAttempts: 1 });
    const body = { code: "invalid-key", detail: `${secret} is no key`, title: secret, type: secret };
    server.will(json(body, 401, { "content-type": "application/problem+json" }));
    const error = await errorOf(client.listPosts());
    expect(error.problem?.detail).toBe("… is no key");
    server.will(reset);
    await errorOf(client.listPosts());
    server.will(answer(200, { "content-type": "application/json" }, secret));
    await errorOf(client.listPosts());
  });
});

describe("an error", () => {
  it.each([
    [
      "a problem of something else",
      json({ title: "No" }, 502, { "content-type": "application/problem+json" }),
    ],
    ["a problem that is none", answer(502, { "content-type": "application/problem+json" }, "{")],
    ["a problem that is null", json(null, 502, { "content-type": "application/problem+json" })],
    ["a page", answer(502, { "content-type": "text/html" }, '{"code":"post-not-found"}')],
    ["nothing", answer(502)],
  ])("of a proxy has a status and no problem: %s", async (_name, behaviour) => {
    server.will(behaviour);
    const error = await errorOf(clientOf(server.url, { maxAttempts: 1 }).client.listPosts());
    expect([error.code, error.status, error.problem]).toEqual(["http-error", 502, undefined]);
  });

  it("of the network has a cause", async () => {
    const free = await HostileServer.start();
    free.close();
    const error = await errorOf(clientOf(free.url).client.listPosts());
    expect([error.code, error.cause]).toEqual(["network-failure", expect.any(Error)]);
  });

  it("contains both limits of the quota", async () => {
    const { client, clock } = clientOf(server.url, { maxAttempts: 1 });
    const policy = '"daily";q=2000;w=86400, "burst";q=20;w=1';
    const limit = '"daily";r=1999;t=60, "burst";r=0;t=1';
    server.will(problem("burst-exceeded", 429, { "ratelimit-policy": policy, ratelimit: limit }));
    const { quota } = await errorOf(client.listPosts());
    const resetsAt = clock.now() + 60_000;
    expect(quota).toEqual({ limit: 2000, remaining: 1999, resetsAt, burst: { limit: 20, remaining: 0 } });
    server.will(problem("burst-exceeded", 429, { ratelimit: "nonsense" }));
    expect((await errorOf(client.listPosts())).quota).toBeUndefined();
  });
});
