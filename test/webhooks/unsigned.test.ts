import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { findUnsignedWebhooks, mostUnsigned } from "../../lib/webhooks/secrets/find_unsigned_webhooks.ts";
import { memoryDriver } from "../slow_memory.ts";
import { createWebhook, secret, setUp } from "./_receiver.ts";

const other = "another text of at least 32 characters";

it("finds the enabled webhooks that no text of the secret decrypts", async () => {
  const setup = await setUp();
  const { api, driver, clock } = setup;
  const first = await createWebhook(setup);
  const paused = await createWebhook(setup);
  await api.webhooks.pause(paused);
  const find = async (secrets?: string[]): Promise<string[]> =>
    (await findUnsignedWebhooks(driver, secrets, clock)).map(({ webhookId }) => webhookId);
  expect(await find([other, secret])).toEqual([]);
  expect(await find([other])).toEqual([first.webhookId]);
  expect(await find()).toEqual([first.webhookId]);
});

it("finds at most 100", async () => {
  const driver = memoryDriver();
  const api = createPublicApi({ storage: driver, secret });
  for (const slug of ["one", "two", "three"]) {
    await api.organizations.create({ slug, name: slug, siteUrl: "https://acme.example" });
    const webhooks = Array.from({ length: 40 }, async (_, index) =>
      api.webhooks.create(slug, { url: `https://receiver.example/${index}` }),
    );
    await Promise.all(webhooks);
  }
  expect(await findUnsignedWebhooks(driver, undefined)).toHaveLength(mostUnsigned);
});
