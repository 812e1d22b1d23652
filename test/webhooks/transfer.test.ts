import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { exportRecords, importRecords, type TransferRecord } from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { createWebhook, secret, setUp } from "./_receiver.ts";

async function* recordsOf(records: readonly TransferRecord[]): AsyncGenerator<TransferRecord> {
  yield* records;
}

async function exportOf(storage: ReturnType<typeof memoryDriver>): Promise<TransferRecord[]> {
  const records: TransferRecord[] = [];
  for await (const record of exportRecords(storage)) records.push(record);
  return records;
}

it("an export contains no webhook, and an import sends nothing", async () => {
  const setup = await setUp();
  const { api, clock, driver, receiver } = setup;
  await createWebhook(setup, { url: "https://named.example/" });
  await api.posts.create("acme", { name: "Hello", html: "<p>Hi</p>" });
  await api.events.deliver();
  expect(receiver.take()).toHaveLength(1);
  const records = await exportOf(driver);
  const text = JSON.stringify(records);
  expect(text).toContain('"Hello"');
  for (const part of ["named.example", "sealed", "whsec_"]) expect(text).not.toContain(part);

  const target = memoryDriver({ clock });
  const options = { storage: target, clock, secret, webhooks: { send: receiver.send } };
  const other = createPublicApi(options);
  await importRecords(target, recordsOf(records));
  await other.webhooks.create("acme", { url: "https://other.example/" });
  await api.posts.create("acme", { name: "Second", html: "<p>Hi</p>" });
  await importRecords(target, recordsOf(await exportOf(driver)));
  await other.events.deliver();
  expect(await other.posts.get({ organizationSlug: "acme", slug: "second" })).not.toBeNull();
  expect(receiver.take()).toEqual([]);
});
