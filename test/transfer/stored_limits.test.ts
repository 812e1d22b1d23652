import { expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { credentialLocation } from "../../lib/access/verification/credential.ts";
import { organizationLocation } from "../../lib/content/organizations/organizations.ts";
import { encodeKey } from "../../lib/store/mod.ts";
import { exportRecords, importRecords } from "../../lib/moving/entry.ts";
import { parseRecords } from "../../lib/moving/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf } from "../async_items.ts";

const slug = "acme";

async function fill(api: PublicApi): Promise<string> {
  await api.organizations.create({
    slug,
    name: "Acme",
    siteUrl: "https://acme.example",
    rateLimit: { perDay: 9 },
  });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: slug, role: "owner" });
  const input = { organizationSlug: slug, userId, name: "site", rateLimit: { perDay: 7 } };
  return (await api.apiKeys.generate(input)).id;
}

async function limitsOf(api: PublicApi, keyId: string): Promise<unknown[]> {
  const key = await api.apiKeys.get({ organizationSlug: slug, keyId });
  return [(await api.organizations.get(slug))?.rateLimit, key?.rateLimit];
}

it("stores limits under the name that earlier versions read", async () => {
  const storage = memoryDriver();
  const api = createPublicApi({ storage });
  const keyId = await fill(api);
  await api.organizations.update(slug, { rateLimit: { perDay: 8 } });
  const locations = [organizationLocation(slug), credentialLocation(keyId)];
  const records = await storage.atomic.getMany(
    locations.map(({ partition, key }) => ({ partition: encodeKey(partition), key: encodeKey(key) })),
  );
  const stored = records.map((record) => record?.value["data"] as Record<string, unknown>);
  expect(stored.map(({ dailyRequestLimit, rateLimit }) => [dailyRequestLimit, rateLimit])).toEqual([
    [8, undefined],
    [7, undefined],
  ]);
  expect(await limitsOf(api, keyId)).toEqual([{ perDay: 8 }, { perDay: 7 }]);
  const rolled = await api.apiKeys.roll({ organizationSlug: slug, keyId });
  expect(rolled.rateLimit).toEqual({ perDay: 7 });
  expect(rolled).not.toHaveProperty("dailyRequestLimit");
});

it.each([
  ["the current name", (line: string) => line],
  [
    "the former name",
    (line: string) => line.replaceAll(/"rateLimit":\{"perDay":(\d+)\}/g, '"dailyRequestLimit":$1'),
  ],
])("imports limits with %s", async (_name, rename) => {
  const storage = memoryDriver();
  const keyId = await fill(createPublicApi({ storage }));
  const lines = (await allOf(exportRecords(storage, { withHashes: true }))).map(
    (record) => `${rename(JSON.stringify(record))}\n`,
  );
  async function* parts(): AsyncGenerator<string> {
    yield lines.join("");
  }
  const copy = memoryDriver();
  await importRecords(copy, parseRecords(parts()));
  expect(await limitsOf(createPublicApi({ storage: copy }), keyId)).toEqual([{ perDay: 9 }, { perDay: 7 }]);
});

it("refuses limits of an export that are not allowed, and names them", async () => {
  const storage = memoryDriver();
  await fill(createPublicApi({ storage }));
  async function* parts(limit: string): AsyncGenerator<string> {
    for await (const record of exportRecords(storage, { withHashes: true })) {
      yield `${JSON.stringify(record).replace('"rateLimit":{"perDay":9}', limit)}\n`;
    }
  }
  for (const limit of ['"dailyRequestLimit":0', '"rateLimit":{"perDay":"9"}', '"rateLimit":{}']) {
    await expect(importRecords(memoryDriver(), parseRecords(parts(limit)))).rejects.toThrow(
      "/organization/rateLimit/perDay",
    );
  }
});
