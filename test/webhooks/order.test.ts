import { describe, expect, it } from "vitest";
import type { ChangeEvent, ChangeEvents, ChangeEventType, WebhookRequest } from "../../lib/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { subjectsOf } from "../../lib/webhooks/delivery/webhook_queue.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { openLmdb } from "../access/storages.ts";
import type { OpenStorage } from "../api/world.ts";
import { ManualClock } from "../manual_clock.ts";
import { randomOf } from "../random_of.ts";
import { createWebhook, setUp, type Setup } from "./_receiver.ts";

const openSlow: OpenStorage = async (clock) => ({
  storage: slowDriver(memoryDriver({ clock }), 5),
  close: () => undefined,
});
const slowStorages: [string, OpenStorage][] = [
  ["memory that takes time", openSlow],
  ["lmdb", openLmdb],
];

/** Data of an event of each type. `subjects` are those that it must share with other events. */
const samples: { [Type in ChangeEventType]: { data: ChangeEvents[Type]; subjects: string[] } } = {
  "post.published": { data: post(), subjects: ["post id 1", "post slug a"] },
  "post.updated": { data: post(), subjects: ["post id 1", "post slug a"] },
  "post.moved": {
    data: { ...post(), previousSlug: "b" },
    subjects: ["post id 1", "post slug a", "post slug b"],
  },
  "post.unpublished": { data: { slug: "a", revision: 1 }, subjects: ["post slug a"] },
  "post.deleted": { data: post(), subjects: ["post id 1", "post slug a"] },
  "post.submitted": { data: { ...post(), version: "1-1" }, subjects: ["post id 1", "post slug a"] },
  "post.sent-back": { data: { ...post(), version: "1-1" }, subjects: ["post id 1", "post slug a"] },
  "redirect.changed": { data: { from: "/old", slug: "a" }, subjects: ["redirect from /old"] },
  "organization.updated": {
    data: { id: "1", slug: "acme", name: "Acme", siteUrl: "https://acme.example" },
    subjects: ["organization id 1", "organization slug acme"],
  },
  "webhook.disabled": { data: { id: "w", reason: "gone" }, subjects: ["webhook id w"] },
  "key.generated": { data: { id: "k", userId: "u" }, subjects: ["key id k"] },
  "key.rolled": {
    data: { id: "k", userId: "u", replacedKeyId: "j", replacedUntil: "2026-06-15T12:00:00.000Z" },
    subjects: ["key id k", "key id j"],
  },
  "key.revoked": { data: { id: "k", userId: "u" }, subjects: ["key id k"] },
  "key.updated": { data: { id: "k", userId: "u" }, subjects: ["key id k"] },
  "key.disabled": { data: { id: "k", userId: "u" }, subjects: ["key id k"] },
  "key.enabled": { data: { id: "k", userId: "u" }, subjects: ["key id k"] },
  "key.expired": { data: { id: "k", userId: "u" }, subjects: ["key id k"] },
  "quota.reached": { data: { id: "k", userId: "u", limit: 10, percent: 80 }, subjects: ["key id k"] },
  "member.changed": { data: { id: "u" }, subjects: ["member id u"] },
  "invitation.changed": {
    data: { id: "i", status: "pending", role: "viewer" },
    subjects: ["invitation id i"],
  },
  "posts.imported": {
    data: { id: "ghost", imported: 1, updated: 0, archived: 0 },
    subjects: ["posts id ghost"],
  },
  "knowledge.added": { data: { id: "t", characters: 9 }, subjects: ["knowledge id t"] },
  "knowledge.updated": { data: { id: "t", characters: 9 }, subjects: ["knowledge id t"] },
  "knowledge.deleted": { data: { id: "t" }, subjects: ["knowledge id t"] },
  "media.added": {
    data: { id: "f", name: "a.png", type: "image/png", bytes: 9 },
    subjects: ["media id f"],
  },
  "media.deleted": { data: { id: "f", name: "a.png" }, subjects: ["media id f"] },
};

function post(): ChangeEvents["post.published"] {
  const updatedAt = "2026-06-15T12:00:00.000Z";
  const fields = { name: "A", section: "Articles", language: "en", tags: [], updatedAt };
  return { id: 1, slug: "a", revision: 1, ...fields };
}

describe("the subject of an event", () => {
  it.each(Object.entries(samples))("%s", (type, { data, subjects }) => {
    const about = { id: "evt", time: "2026-06-15T12:00:00.000Z", organizationSlug: "acme", sequence: 1 };
    expect(subjectsOf({ ...about, type, data } as ChangeEvent)).toEqual(subjects);
  });
});

/** A receiver that takes a different time for each request, and notes requests that overtake an earlier event of their subject. */
class Watch {
  readonly inversions: string[] = [];
  requests = 0;
  mostConcurrent = 0;
  readonly #random = randomOf(7);
  readonly #last = new Map<string, number>();
  readonly #pending = new Set<string>();

  readonly reply = async ({ body }: WebhookRequest): Promise<number> => {
    const { data, sequence } = JSON.parse(body) as { data: { slug: string }; sequence: number };
    const { slug } = data;
    this.requests++;
    if (this.#pending.has(slug)) this.inversions.push(`${slug} ${sequence} is concurrent`);
    if ((this.#last.get(slug) ?? 0) >= sequence) this.inversions.push(`${slug} ${sequence} is late`);
    this.#last.set(slug, sequence);
    this.#pending.add(slug);
    this.mostConcurrent = Math.max(this.mostConcurrent, this.#pending.size);
    for (let turns = this.#random() * 8; turns > 0; turns--) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#pending.delete(slug);
    return 204;
  };
}

describe.each(slowStorages)("a burst over %s", (_name, open) => {
  it("arrives once, in the order of each post, with concurrent posts", async () => {
    const clock = new ManualClock();
    const { storage, close } = await open(clock);
    try {
      const setup = await setUp({ storage, clock });
      await createWebhook(setup);
      const watch = new Watch();
      setup.receiver.reply = watch.reply;
      for (let round = 0; round < 12; round++) {
        for (let index = 0; index < 15; index++) {
          await setup.api.posts.put("acme", { slug: `post-${index}`, name: `${round}`, html: "<p>Hi</p>" });
        }
        if (round % 3 === 0) await setup.api.events.deliver();
      }
      await setup.api.events.deliver();
      expect(watch.inversions).toEqual([]);
      expect([watch.requests, watch.mostConcurrent]).toEqual([180, 10]);
    } finally {
      await close();
    }
  });
});

/** Publishes and edits posts by a function, whose first request fails. Returns the slugs and revisions of the first requests, then of the rest. */
async function failFirst(setup: Setup, write: () => Promise<void>): Promise<[string[], string[]]> {
  await createWebhook(setup);
  setup.receiver.reply = ({ body }) => (body.includes('"id":1,') ? 500 : 204);
  await write();
  await setup.api.events.deliver();
  const sent = (): string[] =>
    setup.receiver.take().map(({ type, data }) => `${type} ${"slug" in data ? data.slug : ""}`);
  const first = sent();
  setup.receiver.reply = () => 204;
  await setup.pass(60_000, 6_000);
  return [first, sent()];
}

describe("an event", () => {
  it("waits for the failed event of its post, but not for those of other posts", async () => {
    const setup = await setUp();
    const [first, rest] = await failFirst(setup, async () => {
      await setup.publish("bad");
      await setup.publish("good");
      for (const name of ["One", "Two"]) {
        await setup.api.posts.update({ organizationSlug: "acme", slug: "bad" }, { name });
        await setup.api.posts.update({ organizationSlug: "acme", slug: "good" }, { name });
      }
    });
    expect(first.toSorted()).toEqual([
      "post.published bad",
      "post.published good",
      "post.updated good",
      "post.updated good",
    ]);
    expect(rest).toEqual(["post.published bad", "post.updated bad", "post.updated bad"]);
  });

  it("of a new post waits for those of the post that had its slug", async () => {
    const setup = await setUp();
    const [first, rest] = await failFirst(setup, async () => {
      await setup.publish("old");
      await setup.api.posts.update({ organizationSlug: "acme", slug: "old" }, { slug: "moved" });
      await setup.publish("old");
    });
    expect(first).toEqual(["post.published old"]);
    expect(rest).toEqual(["post.published old", "post.moved moved", "post.published old"]);
  });

  it("does not wait for a slow request about another post", async () => {
    const setup = await setUp();
    await createWebhook(setup);
    let answer = (_status: number): void => undefined;
    const slow = new Promise<number>((resolve) => (answer = resolve));
    setup.receiver.reply = ({ body }) => (body.includes('"slug":"slow"') ? slow : 204);
    const stop = setup.api.events.start();
    try {
      await setup.publish("slow");
      await expect.poll(() => setup.receiver.requests.length).toBe(1);
      await setup.publish("fast");
      await expect.poll(() => setup.receiver.requests.length).toBe(2);
    } finally {
      answer(204);
      await stop();
    }
  });
});
