import { beforeEach, describe, expect, it } from "vitest";
import {
  createPublicApi,
  InvalidInputError,
  type PublicApi,
  TooManyWebhooksError,
  type WebhookInput,
  WebhooksUnavailableError,
} from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf } from "../async_items.ts";
import { createWebhook, secret, setUp, type Setup, url, verify } from "./_receiver.ts";

const otherSecret = "another text of at least 32 characters";

let setup: Setup;
let api: PublicApi;

beforeEach(async () => {
  setup = await setUp();
  ({ api } = setup);
});

/** Returns the text of all records. */
async function storedText({ driver }: Setup): Promise<string> {
  let text = "";
  for await (const partition of driver.atomic.partitions?.() ?? []) {
    text += JSON.stringify(await driver.atomic.scan?.(partition, undefined, 1000));
  }
  return text;
}

describe("creating a webhook", () => {
  it("shows the secret once, and stores it encrypted", async () => {
    const created = await api.webhooks.create("acme", { url, description: "Site", events: ["post.moved"] });
    expect(created).toEqual({
      id: expect.stringMatching(/^[a-z2-7]{16}$/),
      organizationSlug: "acme",
      url,
      description: "Site",
      events: ["post.moved"],
      status: "enabled",
      createdAt: "2026-06-15T12:00:00.000Z",
      updatedAt: "2026-06-15T12:00:00.000Z",
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret: _secret, ...rest } = created;
    expect(await allOf(api.webhooks.iterate("acme"))).toEqual([{ ...rest, waiting: 0, abandoned: 0 }]);
    const stored = await storedText(setup);
    expect(stored).toContain(created.id);
    expect(stored).not.toContain(created.secret.slice(6, 20));
  });

  it("needs the option secret", async () => {
    const without = createPublicApi({ storage: setup.driver, clock: setup.clock });
    const act = without.webhooks.create("acme", { url });
    await expect(act).rejects.toThrow(WebhooksUnavailableError);
    await expect(act).rejects.toThrow(/Set POSTERN_SECRET/);
  });

  it("refuses invalid fields", async () => {
    const refused: [Partial<WebhookInput>, string][] = [
      [{ url: "site.example" }, "/url must be an absolute URL with https"],
      [{ url: "http://site.example/" }, "/url must be an absolute URL with https"],
      [{ url: "ftp://site.example/" }, "/url must be an absolute URL with https"],
      [{ url: "https://ann:pass@site.example/" }, "/url must not contain a user name or a password"],
      [{ url: "https://site.example/#a" }, "/url must not contain a fragment"],
      [{ url: "https://127.1/" }, "/url must not be in a private network"],
      [{ url: `https://site.example/${"a".repeat(2000)}` }, "/url must be at most 2000 characters"],
      [{ events: [] }, "/events must contain at least one item; leave it out for the default"],
      [{ events: ["post.read" as "post.moved"] }, "/events/0 must be one of post.published"],
      [{ sections: [""] }, "/sections/0 must not be empty"],
      [{ secret: "x" } as Partial<WebhookInput>, "/secret is not a known field"],
    ];
    for (const [input, message] of refused) {
      const act = api.webhooks.create("acme", { url, ...input });
      await expect(act).rejects.toThrow(InvalidInputError);
      await expect(act).rejects.toThrow(message);
    }
    await expect(api.webhooks.create("other", { url })).rejects.toThrow('there is no organization "other"');
  });

  it("allows http and private networks if the host does", async () => {
    const open = await setUp({ webhooks: { allowHttp: true, allowPrivateNetworks: true } });
    const local = { url: "http://127.0.0.1:3000/hook" };
    expect(await open.api.webhooks.create("acme", local)).toMatchObject(local);
  });

  it("is refused after 50", async () => {
    for (let index = 0; index < 50; index++) await createWebhook(setup);
    await expect(createWebhook(setup)).rejects.toThrow(TooManyWebhooksError);
  });
});

describe("the option secret", () => {
  it("must have 32 characters, and is not shown", () => {
    for (const value of ["short text", ["short text"], [], 5]) {
      const create = (): unknown => createPublicApi({ storage: memoryDriver(), secret: value as string });
      expect(create).toThrow(/secret must be a text of at least 32 characters/);
      expect(create).toThrow(/^(?!.*short text)/s);
    }
  });

  it("is rotated without a new secret for receivers", async () => {
    const address = await createWebhook(setup);
    const { driver, clock, receiver } = setup;
    const open = (texts: string | string[]): PublicApi =>
      createPublicApi({ storage: driver, clock, secret: texts, webhooks: { send: receiver.send } });
    const lost = await open(otherSecret).webhooks.test(address);
    expect(lost.error).toMatch(/^Cannot decrypt the secret of the webhook/);
    const both = open([otherSecret, secret]);
    expect(await both.webhooks.test(address)).toMatchObject({ outcome: "delivered" });
    expect(await both.webhooks.reencrypt("acme")).toBe(1);
    expect(await both.webhooks.reencrypt("acme")).toBe(0);
    expect(await open(otherSecret).webhooks.test(address)).toMatchObject({ outcome: "delivered" });
    const [last] = receiver.requests.slice(-1);
    if (last !== undefined) await verify(last, address.secret, clock.now());
  });

  it("encrypts each secret for its place", async () => {
    const one = await createWebhook(setup);
    const other = await createWebhook(setup);
    const { atomic } = setup.driver;
    const key = (id: string): string => `webhook!${id}`;
    const [from, to] = await atomic.getMany([
      { partition: "org!acme", key: key(one.webhookId) },
      { partition: "org!acme", key: key(other.webhookId) },
    ]);
    const data = {
      ...(to?.value["data"] as object),
      secrets: ((from ?? to)?.value["data"] as { secrets: string[] } | undefined)?.secrets ?? [],
    };
    await atomic.commit("org!acme", {
      sets: [{ key: key(other.webhookId), value: { ...to?.value, data } }],
    });
    expect((await api.webhooks.test(other)).error).toMatch(/^Cannot decrypt/);
  });
});

describe("changing a webhook", () => {
  it("replaces and removes fields", async () => {
    const address = await createWebhook(setup, { description: "Site", tags: ["a"] });
    setup.clock.advance(1000);
    const changed = await api.webhooks.update(address, { description: null, tags: ["b"], languages: ["de"] });
    expect(changed).toMatchObject({ tags: ["b"], languages: ["de"], updatedAt: "2026-06-15T12:00:01.000Z" });
    expect(changed).not.toHaveProperty("description");
    expect(changed).not.toHaveProperty("secrets");
    await expect(api.webhooks.update(address, { url: "http://x.example" })).rejects.toThrow("/url must be");
    const missing = { ...address, webhookId: "missing" };
    await expect(api.webhooks.update(missing, {})).rejects.toThrow('"acme" has no webhook "missing"');
  });

  it("rolls the secret: both sign until the overlap ends", async () => {
    const address = await createWebhook(setup);
    const rolled = await api.webhooks.rollSecret(address, { overlap: "1h" });
    expect(rolled.secret).not.toBe(address.secret);
    expect(rolled.previousSecretUntil).toBe("2026-06-15T13:00:00.000Z");
    await api.webhooks.test(address);
    const [during] = setup.receiver.requests.splice(0);
    if (during === undefined) throw new Error("nothing was sent");
    await verify(during, rolled.secret, setup.clock.now());
    await verify(during, address.secret, setup.clock.now());
    setup.clock.advance(3_600_000);
    expect(await api.webhooks.get(address)).not.toHaveProperty("previousSecretUntil");
    await api.webhooks.test(address);
    const [after] = setup.receiver.requests.splice(0);
    if (after === undefined) throw new Error("nothing was sent");
    await verify(after, rolled.secret, setup.clock.now());
    await expect(verify(after, address.secret, setup.clock.now())).rejects.toThrow("no signature matches");
  });

  it("rolls without an overlap", async () => {
    const address = await createWebhook(setup);
    const { secret: rolled } = await api.webhooks.rollSecret(address, { overlap: "0" });
    await api.webhooks.test(address);
    const [sent] = setup.receiver.requests;
    expect(sent?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
    if (sent !== undefined) await verify(sent, rolled, setup.clock.now());
    await expect(api.webhooks.rollSecret(address, { overlap: "soon" })).rejects.toThrow("must be a duration");
  });

  it("is recorded in the audit, without the secret", async () => {
    const { id, secret: created } = await api.webhooks.create("acme", { url }, { by: "ada" });
    const address = { organizationSlug: "acme", webhookId: id };
    await api.webhooks.update(address, { description: "Site" }, { by: "ada", via: "key" });
    await api.webhooks.pause(address, { by: "ada" });
    await api.webhooks.resume(address, { by: "ada" });
    await api.webhooks.rollSecret(address, {}, { by: "ada" });
    await api.webhooks.delete(address, { by: "ada" });
    const { entries } = await api.audit.list("acme");
    expect(entries.map(({ action, detail }) => `${action} ${detail ?? ""}`.trim()).toSorted()).toEqual([
      "webhook.created",
      "webhook.deleted",
      "webhook.rolled",
      "webhook.updated",
      "webhook.updated enabled",
      "webhook.updated paused",
    ]);
    expect(JSON.stringify(entries)).not.toContain(created);
    expect(entries.every(({ by, subject }) => by === "ada" && subject === id)).toBe(true);
  });
});
