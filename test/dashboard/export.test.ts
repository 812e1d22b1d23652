import { unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { exportRecords, importRecords, parseRecords } from "../../lib/moving/mod.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { ManualClock } from "../manual_clock.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import {
  type DashboardWorld,
  expectPage,
  handle,
  openDashboardWorld,
  origin,
  signInAs,
  visit,
} from "./dashboard_world.ts";
import { GeneratedPosts } from "../http/generated_posts.ts";
import { openHostWorld } from "./host_world.ts";

const path = "/o/acme/settings/export";

let world: DashboardWorld;
let cookie: string;
let errors: unknown[];

beforeEach(async () => {
  errors = [];
  world = await openDashboardWorld({}, { onError: (error) => errors.push(error) });
  ({ cookie } = await signInAs(world, "owner"));
});

async function download(format: string): Promise<Response> {
  return visit(world, `${path}/${format}`, { cookie });
}

async function* textOf(bytes: Uint8Array): AsyncGenerator<string> {
  yield new TextDecoder().decode(bytes);
}

describe("the page Export", () => {
  it.each([
    ["wxr", "acme.xml", "application/xml"],
    ["ghost", "acme.json", "application/json"],
    ["markdown", "acme.zip", "application/zip"],
    ["records", "acme.ndjson", "application/x-ndjson"],
  ])("links to a file %s", async (format, name, type) => {
    const page = await (await visit(world, path, { cookie })).text();
    expect(page).toContain(`href="/dashboard${path}/${format}"`);
    const response = await download(format);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toContain(format === "markdown" ? "posts/hello.md" : "hello");
  });

  it.each(["markdown.zip", "csv", "__proto__"])("has no format %s", async (format) => {
    await expectPage(await download(format), 404, "no export of this format");
  });

  it("has a zip that another store reads with equal posts", async () => {
    const files = unzipSync(new Uint8Array(await (await download("markdown")).arrayBuffer()));
    const { "records.ndjson": records, _redirects: redirects, "not_kept.json": notKept, ...posts } = files;
    expect(redirects).toBeDefined();
    expect(notKept).toBeDefined();
    const storage = memoryDriver();
    await importRecords(storage, parseRecords(textOf(records ?? new Uint8Array())));
    const { api } = world;
    const found: string[] = [];
    for await (const { slug } of api.posts.iterate("acme")) found.push(slug);
    expect(Object.keys(posts).length).toBe(found.length);
    const copy = createPublicApi({ storage });
    expect((await copy.organizations.get("acme"))?.name).toBe((await api.organizations.get("acme"))?.name);
  });

  it("has records that another store reads, without the audits of members", async () => {
    const { viewerId } = world;
    await world.api.users.setStatus(viewerId, "disabled");
    const own: string[] = [];
    for await (const { type } of exportRecords(world.world.storage)) own.push(type);
    expect(own).toContain("user-audit");
    const text = await (await download("records")).text();
    const types = text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types).toContain("user");
    expect(types).not.toContain("user-audit");
    const { created } = await importRecords(
      memoryDriver(),
      parseRecords(textOf(new TextEncoder().encode(text))),
    );
    expect(created).toBeGreaterThan(10);
  });

  it("refuses a fifth download of the organization until another ends", async () => {
    const stalled = await Promise.all(["wxr", "wxr", "wxr", "wxr"].map(download));
    await expectPage(await download("wxr"), 503, "Too many exports are running");
    await stalled[0]?.body?.cancel();
    expect(await (await download("wxr")).text()).toContain("hello");
    expect(errors).toEqual([]);
  });

  it("ends an export that only HEAD asks for", async () => {
    const url = `${origin}/dashboard${path}/wxr`;
    for (let asked = 0; asked < 6; asked++) {
      const response = await handle(world, new Request(url, { method: "HEAD", headers: { cookie } }));
      expect([response.status, response.body]).toEqual([200, null]);
      expect(response.headers.get("content-disposition")).toContain("acme.xml");
    }
    expect(await (await download("wxr")).text()).toContain("hello");
    expect(errors).toEqual([]);
  });

  it("breaks a download off and reports the reason if a post cannot be read", async () => {
    const clock = new ManualClock();
    const storage = memoryDriver({ clock });
    let isBroken = false;
    const getMany: typeof storage.atomic.getMany = (addresses) => {
      if (isBroken && addresses.some(({ key }) => key.startsWith("post")))
        throw new Error("The disk is broken");
      return storage.atomic.getMany(addresses);
    };
    const atomic = forwardAtomic(storage.atomic, { getMany, query: undefined });
    const onError = (error: unknown): unknown => errors.push(error);
    world = await openDashboardWorld({}, { storage: { ...storage, atomic }, clock, onError });
    ({ cookie } = await signInAs(world, "owner"));
    isBroken = true;
    const response = await download("wxr");
    await expect(response.text()).rejects.toThrow("The disk is broken");
    expect(errors).toEqual([
      expect.objectContaining({ message: "Cannot use the store: The disk is broken" }),
    ]);
  });

  it("is not there for organizations of a host", async () => {
    const host = openHostWorld(new GeneratedPosts(1));
    await expectPage(await visit(host, path), 404, "no export");
    expect(await (await visit(host, "/o/acme/insight")).text()).not.toContain("settings/export");
  });
});
