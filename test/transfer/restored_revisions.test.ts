import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { exportRecords, importRecords, type TransferRecord } from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf, each } from "../async_items.ts";

it("keeps the last 10 revisions of a post from an export that has more", async () => {
  const storage = memoryDriver();
  const api = createPublicApi({ storage });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { slug: "hello", name: "Hello", html: "" });
  const records = (await allOf(exportRecords(storage))).map((record): TransferRecord => {
    if (record.type !== "post") return record;
    const [first] = record.revisions;
    if (first === undefined) throw new Error("The export has no revision");
    const post = { ...record.post, revision: 15 };
    const revisions = Array.from({ length: 15 }, (_, at) => ({ ...first, number: at + 1 }));
    return { ...record, post, revisions };
  });
  const restored = memoryDriver();
  await importRecords(restored, each(records), {});
  const stored = (await restored.atomic.list("org!acme", { limit: 100 })).filter(({ key }) =>
    key.startsWith("revision!"),
  );
  expect(stored).toHaveLength(10);
});
