import { beforeEach, describe, expect, it } from "vitest";
import type { InsightReport, KeyInsight } from "../../lib/mod.ts";
import { type AdminWorld, type Caller, createCaller, openAdminWorld, sendAdmin } from "./admin_world.ts";

describe("GET /insight", () => {
  let world: AdminWorld;
  let caller: Caller;

  beforeEach(async () => {
    world = await openAdminWorld();
    caller = await createCaller(world.world, "viewer");
    await world.world.get("/post/acme", caller.key);
    await world.world.get("/post/acme/hello");
  });

  const get = async (path: string, key = world.owner.key): Promise<Response> =>
    sendAdmin(world, key, ["GET", path]);

  it("returns a report with keys to owners, and without keys to viewers", async () => {
    const report = (await (await get("/insight?days=7")).json()) as InsightReport;
    expect(report.days).toHaveLength(7);
    expect(report.posts).toEqual([{ slug: "hello", requests: 1 }]);
    expect(report.keys?.map(({ key }) => key)).toContain(caller.keyId);
    const ofViewer = (await (await get("/insight", caller.key)).json()) as InsightReport;
    expect(ofViewer.days).toHaveLength(30);
    expect(ofViewer.keys).toBeUndefined();
  });

  it("returns the requests with a key", async () => {
    const insight = (await (await get(`/api-keys/${caller.keyId}/insight?days=1`)).json()) as KeyInsight;
    expect(insight.endpoints).toEqual([
      { endpoint: "post/{organizationSlug}", requests: { "2xx": 1, "304": 0, "3xx": 0, "4xx": 0, "5xx": 0 } },
    ]);
    expect((await get("/api-keys/aaaaaaaaaaaaaaaa/insight")).status).toBe(404);
  });

  it("returns CSV by format or Accept, whose cells are no formulas", async () => {
    const { api, owner } = world;
    for (const name of ["=1+1", '-2,"x"']) {
      const { key } = await api.apiKeys.generate({ name, userId: owner.userId, organizationSlug: "acme" });
      await world.world.get("/post/acme", key);
    }
    const response = await get("/insight?format=csv");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [head, ...lines] = (await response.text()).split("\r\n");
    expect(head).toBe("date,endpoint,status,key,key_id,requests");
    expect(lines.join("\n")).toMatch(/,2xx,'=1\+1,[a-z2-7]{16},1\n/);
    expect(lines.join("\n")).toMatch(/,2xx,"'-2,""x""",[a-z2-7]{16},1\n/);
    expect(lines).toContain("2026-06-15,post/{organizationSlug}/{slug},2xx,none,none,1");
    const preferred = await world.world.api.fetch(
      new Request("http://localhost/api/admin/v1/insight", {
        headers: { "x-api-key": caller.key, accept: "text/csv" },
      }),
    );
    const text = await preferred.text();
    expect(text).toContain("2026-06-15,post/{organizationSlug},2xx,,,3\r\n");
    expect(text).not.toContain("1+1");
  });

  it("refuses days and formats that are not allowed", async () => {
    for (const query of ["days=0", "days=31", "days=x", "format=xml", "since=1"]) {
      expect((await get(`/insight?${query}`)).status).toBe(400);
    }
  });
});
