import { expect, it } from "vitest";
import { mcp } from "../../lib/api/mcp/mod.ts";
import type { PublicApi, PublicApiOptions } from "../../lib/mod.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { openMemory, storages } from "../access/storages.ts";
import type { OpenStorage } from "../api/world.ts";
import { ManualClock } from "../manual_clock.ts";

const clock = new ManualClock();

interface Reply {
  status: number;
  headers: Headers;
  /** The messages of the response by id, and their order. */
  messages: { id: number; result?: object; error?: { code: number; message: string; data: object } }[];
}

interface Desk {
  api: PublicApi;
  keyId: string;
  post: (messages: unknown, sent?: Record<string, string>) => Promise<Reply>;
  /** Returns the requests of the key that were counted today. */
  counted: () => Promise<number | undefined>;
}

async function withDesk(
  open: OpenStorage,
  options: Partial<PublicApiOptions>,
  run: (desk: Desk) => Promise<void>,
): Promise<void> {
  const { storage, close } = await open(clock);
  try {
    const api = createPublicApi({ storage, clock, mcp: mcp(), ...options });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { slug: "hours", name: "Hours" });
    const { id: userId } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "viewer" });
    const { key, id: keyId } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "MCP" });
    const post = async (
      messages: unknown,
      sent: Record<string, string> = { "x-api-key": key },
    ): Promise<Reply> => {
      const accept = "application/json, text/event-stream";
      const headers = new Headers({ "content-type": "application/json", accept, ...sent });
      const init = { method: "POST", headers, body: JSON.stringify(messages) };
      const response = await api.fetch(new Request("http://localhost/api/public/v1/mcp/acme", init));
      const text = await response.text();
      const lines = text.startsWith("[")
        ? (JSON.parse(text) as object[]).map((message) => `data: ${JSON.stringify(message)}`)
        : text.split("\n").filter((line) => line.startsWith("data: "));
      const parsed = lines.map((line) => JSON.parse(line.slice(6)) as Reply["messages"][number]);
      return { status: response.status, headers: response.headers, messages: parsed };
    };
    const counted = async (): Promise<number | undefined> =>
      (await api.apiKeys.usageOf(keyId, { days: 1 }))[0]?.requests;
    await run({ api, keyId, post, counted });
  } finally {
    await close();
  }
}

const call = (id?: number): object => ({
  jsonrpc: "2.0",
  ...(id !== undefined && { id }),
  method: "tools/call",
  params: { name: "get_post", arguments: { slug: "hours" } },
});
const calls = (count: number): object[] => Array.from({ length: count }, (_item, index) => call(index + 1));
const remaining = (reply: Reply): string | undefined =>
  /r=(\d+)/.exec(reply.headers.get("ratelimit") ?? "")?.[1];

it.each(storages)(
  "counts each message of a batch, and answers it up to the limit (%s)",
  async (_name, open) => {
    await withDesk(open, { rateLimit: { perDay: 12 } }, async ({ post, counted }) => {
      const first = await post(calls(5));
      expect(first.messages.map(({ result }) => result)).toEqual(Array(5).fill(expect.any(Object)));
      expect([remaining(first), await counted()]).toEqual(["7", 5]);
      const second = await post(calls(100));
      const byId = second.messages.toSorted((one, other) => one.id - other.id);
      expect(byId.map(({ id }) => id)).toEqual(calls(100).map((_call, index) => index + 1));
      expect(byId.filter(({ result }) => result !== undefined).map(({ id }) => id)).toEqual([
        1, 2, 3, 4, 5, 6, 7,
      ]);
      expect(byId[7]?.error).toEqual({
        code: -32_000,
        message: "The key has no requests left on this UTC day",
        data: { code: "quota-exceeded", status: 429, "retry-after": expect.stringMatching(/^\d+$/) },
      });
      expect([second.status, remaining(second), await counted()]).toEqual([200, "0", 12]);
      expect((await post(calls(2))).status).toBe(429);
    });
  },
);

it("counts messages against the limit per second", async () => {
  await withDesk(openMemory, { rateLimit: { perDay: 1000, perSecond: 3 } }, async ({ post, counted }) => {
    const { messages } = await post(calls(10));
    expect(messages.filter(({ result }) => result !== undefined)).toHaveLength(3);
    const refused = messages.filter(({ error }) => error !== undefined);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.error?.data).toMatchObject({ code: "burst-exceeded" });
    expect(await counted()).toBe(3);
  });
});

it("counts notifications, and answers requests after them with the refusal", async () => {
  await withDesk(openMemory, { rateLimit: { perDay: 2 } }, async ({ post, counted }) => {
    const { status, messages } = await post([call(), call(), call(), call(7)]);
    expect([status, messages, await counted()]).toEqual([
      200,
      [{ jsonrpc: "2.0", id: 7, error: expect.objectContaining({ code: -32_000 }) }],
      2,
    ]);
  });
});

it("refuses requests beyond the limit also after invalid messages", async () => {
  await withDesk(openMemory, { rateLimit: { perDay: 1 } }, async ({ post }) => {
    const { status, messages } = await post([7, call(2)]);
    expect([status, messages.map(({ id, error }) => [id, error?.code])]).toEqual([
      400,
      [
        [null, -32_600],
        [2, -32_000],
      ],
    ]);
  });
});

it("counts a batch that is too long once, and a batch without a key against no key", async () => {
  await withDesk(openMemory, {}, async ({ post, counted }) => {
    expect((await post(calls(101))).status).toBe(400);
    expect(await counted()).toBe(1);
    const open = await post(calls(3), {});
    expect([open.messages.length, open.headers.get("ratelimit"), await counted()]).toEqual([3, null, 1]);
  });
});

it("reports a quota that a batch uses up", async () => {
  const reached: number[] = [];
  const hooks: PublicApiOptions["hooks"] = { "quota.reached": ({ data }) => void reached.push(data.percent) };
  await withDesk(openMemory, { rateLimit: { perDay: 10 }, hooks }, async ({ post, api }) => {
    await post(calls(20));
    await api.events.settle();
    expect(new Set(reached)).toEqual(new Set([80, 100]));
  });
});

it("answers the messages of a batch in order up to a size, also a large first one", async () => {
  await withDesk(openMemory, { limits: { pageBytes: 10_000 } }, async ({ post, api }) => {
    const { messages } = await post(calls(100));
    const answered = messages.filter(({ result }) => result !== undefined);
    expect(messages.map(({ id }) => id)).toEqual(calls(100).map((_call, index) => index + 1));
    expect(answered.length > 1 && answered.length < 100).toBe(true);
    for (const { error } of messages.slice(answered.length)) {
      expect(error).toEqual({ code: -32_000, message: expect.stringContaining("in a smaller batch") });
    }
    await api.posts.update(
      { organizationSlug: "acme", slug: "hours" },
      { html: `<p>${"long ".repeat(3000)}</p>` },
    );
    const [first, second] = (await post(calls(2))).messages;
    expect([first?.result, second?.result]).toEqual([expect.any(Object), undefined]);
  });
});

it("leaves no listeners of one message for the next", async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", onWarning);
  await withDesk(openMemory, {}, async ({ post }) => void (await post(calls(20))));
  await new Promise(setImmediate);
  process.off("warning", onWarning);
  expect(warnings).not.toContain("MaxListenersExceededWarning");
});

it("lets other requests run between the messages of a batch", async () => {
  await withDesk(openMemory, {}, async ({ post }) => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await post(calls(10));
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(5);
  });
});
