import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type AtomicDriver, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { WorkerOptions } from "../../lib/events/mod.ts";
import { createStorage } from "unstorage";
import { mediaStore, type MediaStore } from "../../lib/media/mod.ts";
import { unstorageMedia } from "../../media-stores/unstorage.ts";
import { drawing } from "../admin/admin_world.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic, type Members } from "../forward_atomic.ts";
import { Receiver, secret, url } from "../webhooks/_receiver.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

let storage: AtomicDriver;
let stops: (() => Promise<void>)[];
const receiver = new Receiver();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  storage = memoryDriver();
  stops = [];
  receiver.requests.length = 0;
  receiver.reply = () => 204;
});

afterEach(async () => {
  await change(Promise.all(stops.map(async (stop) => stop())));
  vi.useRealTimers();
});

/** Calls of the store that have not returned. */
let pending = 0;
const turn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets time pass in steps. The work of each moment is done before the next step. */
async function pass(milliseconds: number, step = 250): Promise<void> {
  for (let left = milliseconds; left > 0; left -= step) {
    await vi.advanceTimersByTimeAsync(Math.min(step, left));
    for (let quiet = 0; quiet < 3; quiet = pending === 0 ? quiet + 1 : 0) await turn();
  }
}

/** A process of the deployment. Each of its calls of the store takes two turns of the event loop. */
interface Process {
  api: PublicApi;
  /** Calls of the store since the last reset. */
  calls: string[];
  start: (options?: WorkerOptions) => void;
  /** Ends the process without a call of the store, like SIGKILL. */
  kill: () => void;
}

function openProcess({
  hasSignals = true,
  media,
}: {
  hasSignals?: boolean;
  media?: MediaStore;
} = {}): Process {
  const calls: string[] = [];
  let isDead = false;
  const { atomic } = storage;
  const slow =
    <Given extends unknown[], Result>(name: string, call: (...given: Given) => Result) =>
    async (...given: Given): Promise<Awaited<Result>> => {
      // A killed process waits for ever.
      if (isDead) await new Promise(() => undefined);
      calls.push(name);
      pending++;
      await turn();
      const result = await call(...given);
      await turn();
      pending--;
      return result;
    };
  const own: Members = {
    getMany: slow("getMany", (addresses) => atomic.getMany(addresses)),
    list: slow("list", async (partition, range) => atomic.list(partition, range)),
    commit: slow("commit", (partition, changes) => atomic.commit(partition, changes)),
    query: undefined,
    ...(hasSignals ? {} : { signals: undefined }),
  };
  const api = createPublicApi({
    storage: { ...storage, atomic: forwardAtomic(atomic, own) },
    secret,
    webhooks: { send: receiver.send },
    ...(media && { media }),
  });
  return {
    api,
    calls,
    start: (options) => void stops.push(api.events.start(options)),
    kill: () => {
      isDead = true;
      stops = [];
    },
  };
}

async function createAcme({ api }: Process): Promise<void> {
  await change(api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" }));
}

/** Runs a change, and moves its events to the log. */
async function change(work: Promise<unknown>): Promise<void> {
  const working = { isDone: false };
  void work.finally(() => (working.isDone = true));
  while (!working.isDone) await pass(10, 10);
  await pass(300, 10);
}

const publish = ({ api }: Process, slug: string, inMilliseconds = 0): Promise<unknown> => {
  const publishedAt = new Date(Date.now() + inMilliseconds).toISOString();
  return api.posts.create("acme", { slug, name: slug, html: "", publishedAt });
};

const sent = (): string[] =>
  receiver.requests.map(({ body }) => (JSON.parse(body) as { data: { slug: string } }).data.slug);

/** Waits for requests that have started, without a change of the clock. Signatures take real time. */
async function expectSent(...slugs: string[]): Promise<void> {
  const until = performance.now() + 5 * second;
  while (sent().length < slugs.length && performance.now() < until) await turn();
  expect(sent()).toEqual(slugs);
}

async function openWithWebhook(options?: { hasSignals: boolean }): Promise<Process> {
  const process = openProcess(options);
  await createAcme(process);
  await change(process.api.webhooks.create("acme", { url, events: ["post.published"] }));
  return process;
}

describe("an idle process", () => {
  it.each([[undefined], [20 * second], [hour]])(
    "only reads, once in each interval (%s)",
    async (interval) => {
      const process = await openWithWebhook();
      await change(publish(process, "hello"));
      process.start(interval === undefined ? {} : { idleIntervalMs: interval });
      await pass(2 * minute);
      await expectSent("hello");
      process.calls.length = 0;
      await pass(hour);
      const looks = hour / (interval ?? 5 * second);
      expect(process.calls.length).toBeLessThanOrEqual(looks);
      expect(process.calls.length).toBeGreaterThanOrEqual(looks * 0.98 - 1);
      expect(new Set(process.calls)).toEqual(new Set(["list"]));
    },
  );

  it("sends its own events at once, and then rests again", async () => {
    const process = await openWithWebhook();
    process.start({ idleIntervalMs: hour });
    await pass(2 * minute);
    await change(publish(process, "hello"));
    await expectSent("hello");
    await pass(2 * minute);
    process.calls.length = 0;
    await pass(50 * minute);
    expect(process.calls.length).toBeLessThanOrEqual(1);
  });

  it("works when an event is due, and then rests again", async () => {
    const process = await openWithWebhook();
    process.start({ idleIntervalMs: hour });
    await pass(2 * minute);
    await change(publish(process, "soon", 20 * minute));
    await pass(15 * minute);
    process.calls.length = 0;
    await pass(4 * minute);
    expect([process.calls, sent()]).toEqual([[], []]);
    await pass(minute);
    await expectSent("soon");
    await pass(2 * minute);
    process.calls.length = 0;
    await pass(30 * minute);
    expect(process.calls.length).toBeLessThanOrEqual(1);
  });

  it("repeats a failed request when it is due", async () => {
    const process = await openWithWebhook();
    receiver.reply = () => ({ status: 503, retryAfter: "1200" });
    process.start({ idleIntervalMs: hour });
    await pass(minute);
    await change(publish(process, "hello"));
    await expectSent("hello");
    receiver.reply = () => 204;
    await pass(hour);
    await expectSent("hello", "hello");
    process.calls.length = 0;
    await pass(minute);
    expect(process.calls).toEqual([]);
  });

  it("rests between two sweeps of files, and sweeps when it is due", async () => {
    const bytes = unstorageMedia(createStorage());
    const process = openProcess({ media: mediaStore(bytes) });
    await createAcme(process);
    process.start({ idleIntervalMs: hour });
    const { media } = process.api;
    const file = await media?.upload("acme", drawing(1), { name: "a.svg" });
    await change(Promise.resolve(media?.delete({ organizationSlug: "acme", hash: file?.hash ?? "" })));
    await pass(2 * minute);
    expect(process.api.events.isAtRest).toBe(true);
    process.calls.length = 0;
    await pass(50 * minute);
    expect(process.calls.length).toBeLessThanOrEqual(1);
    await pass(32 * hour, 10 * minute);
    expect((await bytes.list({ limit: 10 })).keys).toEqual([]);
  });

  it("rejects an interval of more than an hour", () => {
    const { api } = openProcess();
    expect(() => api.events.start({ idleIntervalMs: hour + 1 })).toThrow(/idleIntervalMs/);
  });
});

describe("two processes", () => {
  it.each([
    ["immediately, with signals", true, hour, second],
    ["within 5 seconds, without signals", false, undefined, 6 * second],
  ])("deliver an event of the process that does not work %s", async (_name, hasSignals, interval, wait) => {
    const working = await openWithWebhook({ hasSignals });
    working.start(interval === undefined ? {} : { idleIntervalMs: interval });
    await pass(2 * minute);
    const other = openProcess({ hasSignals });
    await change(publish(other, "hello"));
    await change(publish(other, "later", 30 * second));
    await pass(wait);
    await expectSent("hello");
    await pass(30 * second);
    await expectSent("hello", "later");
  });

  it.each([[true], [false]])(
    "rest, and repeat a request that an ended process knew (signals: %s)",
    async (hasSignals) => {
      const dying = await openWithWebhook({ hasSignals });
      const other = openProcess({ hasSignals });
      receiver.reply = () => ({ status: 503, retryAfter: "1200" });
      dying.start();
      other.start();
      await pass(minute);
      await change(publish(dying, "hello"));
      await expectSent("hello");
      await pass(2 * minute);
      receiver.reply = () => 204;
      dying.kill();
      await pass(18 * minute + second);
      await expectSent("hello", "hello");
      await pass(2 * minute);
      other.calls.length = 0;
      await pass(10 * minute);
      expect(other.calls.length).toBeLessThanOrEqual((10 * minute) / (5 * second));
    },
  );

  it("leave the events of a killed process to the other", async () => {
    const dying = await openWithWebhook();
    const other = openProcess();
    dying.start();
    other.start();
    await pass(2 * minute);
    receiver.reply = async () => new Promise(() => undefined);
    await change(publish(dying, "hello"));
    await expectSent("hello");
    dying.kill();
    receiver.reply = () => 204;
    await pass(10 * second + 250);
    await expectSent("hello", "hello");
  });
});
