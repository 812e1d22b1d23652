import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChangeEvent } from "../../lib/mod.ts";
import { listen } from "../servers/listen.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { describeOn, installedRuntime } from "./runtime.ts";
import type { RunningHost } from "./start_host.ts";
import { startWorkerd } from "./start_workerd.ts";

interface Arrival {
  type: string;
  slug: string | undefined;
  at: number;
}

let receiver = "";
let directory = "";
let host: RunningHost;
const arrivals: Arrival[] = [];
/** Status of the receiver's responses. */
let status = 204;
let refusals = 0;
const hello = { organizationSlug: "acme", slug: "hello" };
const day = 24 * 60 * 60 * 1000;

async function request(path: string, body: string): Promise<unknown> {
  const response = await fetch(`${host.url}${path}`, { method: "POST", body });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer === "" ? undefined : JSON.parse(answer);
}

const call = (method: string, ...args: unknown[]): Promise<unknown> =>
  request("/call", JSON.stringify([method, ...args]));
const alarmOf = (object: string): Promise<unknown> => request("/alarm", object);

/** Repeats a question until its answer is no longer undefined. */
async function eventually<Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await pause(20);
  }
}

const hasArrived = (type: string, slug: string): boolean =>
  arrivals.some((arrival) => arrival.type === type && arrival.slug === slug);

const arrivalOf = (type: string, slug: string): Promise<Arrival> =>
  eventually(() => arrivals.find((arrival) => arrival.type === type && arrival.slug === slug));

/** Returns the number of deliveries if no alarm is running, and none is set for the next day. */
async function countIfQuiet(): Promise<number | undefined> {
  const alarms = await Promise.all(["deliverer", "org!acme", "due", "webhooks"].map(alarmOf));
  const { deliveries, runningAlarms } = (await request("/counts", "")) as Record<string, number>;
  const isQuiet = alarms.every((at) => at === null || Number(at) > Date.now() + day);
  return isQuiet && runningAlarms === 0 ? deliveries : undefined;
}

/** Waits until no object will wake up. Returns the number of deliveries. */
function quiet(): Promise<number> {
  return eventually(async () => {
    const count = await countIfQuiet();
    return count === (await countIfQuiet()) ? count : undefined;
  });
}

/** Schedules a post, and waits until the deliverer has an alarm at its time. Returns the time. */
async function schedule(slug: string): Promise<number> {
  const at = Date.now() + 3000;
  await publish(slug, new Date(at).toISOString());
  await eventually(async () =>
    (await alarmOf("deliverer")) === at || hasArrived("post.published", slug) ? true : undefined,
  );
  return at;
}

async function publish(slug: string, publishedAt = new Date().toISOString()): Promise<void> {
  await call("posts.create", "acme", { slug, name: slug, html: "<p>Hi</p>", publishedAt });
}

/** Notes an event, unless the test refuses it. Returns the status of the response. */
function receive(body: string): number {
  const { type, data } = JSON.parse(body) as ChangeEvent;
  if (status >= 300) refusals++;
  else arrivals.push({ type, slug: "slug" in data ? data.slug : undefined, at: Date.now() });
  return status;
}

async function createContent(): Promise<void> {
  await call("organizations.create", { slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await call("webhooks.create", "acme", { url: `${receiver}/` });
}

describeOn(installedRuntime("workerd", "workerd"), () => {
  beforeAll(async () => {
    directory = scratchDirectory();
    const server = createServer((incoming, outgoing) => {
      void text(incoming).then((body) => outgoing.writeHead(receive(body)).end());
    });
    receiver = await listen(server);
    host = await startWorkerd("alarm_worker.js", directory);
    await createContent();
  }, 120_000);

  afterAll(() => host?.close());

  describe("the alarm of Durable Objects", () => {
    it("delivers each change, then sleeps", async () => {
      await publish("hello");
      await arrivalOf("post.published", "hello");
      await call("posts.update", hello, { author: "Ada" });
      await arrivalOf("post.updated", "hello");
      const count = await quiet();
      const response = await fetch(`${host.url}/api/public/v1/post/acme/hello`);
      expect(await response.json()).toMatchObject({ author: "Ada" });
      expect(await quiet()).toBe(count);
    });

    it("publishes a scheduled post at its time", async () => {
      const at = await schedule("soon");
      const arrival = await arrivalOf("post.published", "soon");
      expect(arrival.at).toBeGreaterThanOrEqual(at);
      await quiet();
    });

    it("delivers after a restart without a request", async () => {
      const at = await schedule("later");
      await call("posts.update", { organizationSlug: "acme", slug: "soon" }, { author: "Bob" });
      await host.close();
      host = await startWorkerd("alarm_worker.js", directory);
      expect((await arrivalOf("post.published", "later")).at).toBeGreaterThanOrEqual(at);
      await arrivalOf("post.updated", "soon");
      await quiet();
    });

    it("repeats a delivery that has failed", async () => {
      await request("/fail", "1");
      await publish("first");
      await eventually(async () =>
        (await alarmOf("deliverer")) !== null || hasArrived("post.published", "first") ? true : undefined,
      );
      await publish("second");
      expect(await arrivalOf("post.published", "first")).toBeDefined();
      await arrivalOf("post.published", "second");
      await quiet();
    });

    it("repeats the request of a webhook that has failed", async () => {
      status = 500;
      await publish("refused");
      await eventually(() => (refusals > 0 ? true : undefined));
      status = 204;
      expect(await arrivalOf("post.published", "refused")).toBeDefined();
      await quiet();
    });
  });

  it("is not necessary for a cron trigger, and delivers the scheduled posts that the trigger has left", async () => {
    await host.close();
    const older = scratchDirectory();
    host = await startWorkerd("plain_worker.js", older);
    await createContent();
    for (const slug of ["one", "two", "three"]) await publish(slug);
    await call("events.settle");
    const at = Date.now() + 5000;
    await publish("kept", new Date(at).toISOString());
    expect(await call("events.deliver")).toMatchObject({ nextAt: at });
    await arrivalOf("post.published", "three");
    await host.close();
    host = await startWorkerd("alarm_worker.js", older);
    await fetch(`${host.url}/api/public/v1/post/acme/hello`).then((response) => response.text());
    await arrivalOf("post.published", "kept");
  });
});
