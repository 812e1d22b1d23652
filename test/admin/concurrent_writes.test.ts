import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminRoutes } from "../../lib/api/admin/admin_routes.ts";
import { type AtomicDriver, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { damageableStores } from "../inspection/_damageable_stores.ts";
import { ManualClock } from "../manual_clock.ts";
import { mediaOfTests } from "../dashboard/pictures/picture_world.ts";
import { type AdminRequest, sendAdmin } from "./admin_world.ts";
import { numbers, type Office, otherOperations, races, writers } from "./races.ts";

interface OpenedStore {
  storage: AtomicDriver;
  close?: () => Promise<void>;
}

const stores: readonly [string, (clock: ManualClock) => Promise<OpenedStore>][] = [
  ["memory that takes time", async (clock) => ({ storage: slowDriver(memoryDriver({ clock }), 3) })],
  ...damageableStores.filter(([name]) => name !== "fs"),
];

describe.each(stores)(`${writers} writes at the same time by two processes, %s`, (_name, open) => {
  const clock = new ManualClock();
  let store: OpenedStore;
  let apis: PublicApi[];
  let key: string;
  let office: Office;

  beforeAll(async () => {
    store = await open(clock);
    const media = mediaOfTests();
    apis = [1, 2].map(() =>
      createPublicApi({
        storage: store.storage,
        media,
        clock,
        adminApi: true,
        secret: "a random text of at least 32 characters",
        rateLimit: { perSecond: 1000 },
        webhooks: { send: async () => ({ status: 204, body: new Uint8Array() }) },
      }),
    );
    const [api] = apis as [PublicApi];
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const { id: ownerId } = await api.users.create({ name: "Ann" });
    await api.users.addToOrganization(ownerId, { organizationSlug: "acme", role: "owner" });
    ({ key } = await api.apiKeys.generate({ organizationSlug: "acme", userId: ownerId, name: "Own" }));
    await api.posts.create("acme", { name: "Hello", html: "<p>Hello</p>" });
    const read = async <Body>(...request: AdminRequest): Promise<Body> =>
      (await (await sendAdmin({ api }, key, request)).json()) as Body;
    office = { api, ownerId, read };
  });
  afterAll(async () => {
    await Promise.all(apis.map(async (api) => api.events.settle()));
    await store.close?.();
  });

  it.each(Object.entries(races))("%s", async (operation, { prepare, write, result }) => {
    clock.advance(1_000);
    const [method = "", path = ""] = operation.split(" ");
    const ids = (await prepare?.(office)) ?? [""];
    const responses = await Promise.all(
      numbers.map(async (number) => {
        const [below, body] = write(number, ids[number % ids.length] ?? "");
        const [root = ""] = path.split("/{");
        const separator = below === "" || below.startsWith("?") ? "" : "/";
        const api = apis[number % 2] ?? office.api;
        return sendAdmin({ api }, key, [method, `/${root}${separator}${below}`, body]);
      }),
    );
    const refused = responses.filter(({ status }) => status >= 300);
    expect(await Promise.all(refused.map(async (response) => response.text()))).toEqual([]);
    const [seen, expected] = await result(office, ids);
    expect(seen).toEqual(expected);
  });
});

it("runs each operation that writes", () => {
  const operations = adminRoutes.flatMap(({ path, ...route }) =>
    (["POST", "PUT", "PATCH", "DELETE"] as const)
      .filter((method) => method in route)
      .map((method) => `${method} ${path}`),
  );
  const known = [...Object.keys(races), ...Object.keys(otherOperations)];
  expect(operations.toSorted()).toEqual(known.toSorted());
});
