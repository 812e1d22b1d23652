import { beforeEach, describe, expect, it } from "vitest";
import type { PublicApi, WebhookAddress } from "../../lib/mod.ts";
import { createWebhook, setUp, type Setup } from "./_receiver.ts";

const minute = 60_000;
const hour = 60 * minute;

let setup: Setup;
let api: PublicApi;

beforeEach(async () => {
  setup = await setUp();
  ({ api } = setup);
});

describe("the queue", () => {
  const imported = (id: string): Promise<void> =>
    api.events.imported("acme", { id, imported: 1, updated: 0, archived: 0 });

  it("abandons its oldest refused events when it is full, and loses none", async () => {
    const address = await createWebhook(setup, { events: ["posts.imported"] });
    setup.receiver.reply = ({ body }) => (body.includes('"id":"bad') ? 422 : 204);
    for (let index = 0; index < 1030; index++) {
      await imported(`bad ${index}`);
      if (index % 200 === 0) await imported(`good ${index}`);
    }
    await imported("good");
    await api.events.deliver();
    const received = setup.receiver.take().map(({ data }) => ("id" in data ? data.id : ""));
    expect(received).toContain("good");
    expect(new Set(received).size).toBe(1037);
    const abandoned = await allAbandoned(address);
    expect(abandoned.length).toBeGreaterThanOrEqual(30);
    expect(abandoned.length).toBeLessThan(60);
    setup.receiver.reply = () => 204;
    await setup.pass(hour, minute);
    const repaired = setup.receiver.take();
    expect(new Set(repaired.map(({ id }) => id)).size).toBe(1030 - abandoned.length);
  });

  it("is filled up to the events of the webhook, also if many others lie in between", async () => {
    await createWebhook(setup, { events: ["posts.imported"] });
    for (let index = 0; index < 210; index++) await api.organizations.update("acme", { name: `${index}` });
    await imported("last");
    await api.events.deliver();
    expect(setup.receiver.take().map(({ type }) => type)).toEqual(["posts.imported"]);
  });

  async function allAbandoned(address: WebhookAddress): Promise<string[]> {
    const found: string[] = [];
    for (let before: number | undefined; ;) {
      const page = await api.webhooks.abandoned(address, before === undefined ? {} : { before });
      found.push(...page.events.map(({ eventId }) => eventId));
      if (page.next === null) return found;
      before = page.next;
    }
  }
});
