import { expect, it } from "vitest";
import { openDashboardWorld, origin } from "./dashboard_world.ts";

it.each(["/", "/nowhere", "/dashboards", "/api/public/v1/post/acme"])(
  "passes on %s, which is outside of the dashboard, without identifying the user",
  async (path) => {
    const { dashboard } = await openDashboardWorld({
      identify: () => {
        throw new Error("asked who it is");
      },
    });
    let isPassed = false;
    const request = new Request(origin + path);
    const response = await dashboard.handler({
      request,
      ip: "",
      platform: undefined,
      env: () => undefined,
      passThrough: () => (isPassed = true),
      waitUntil: () => undefined,
    });
    expect([isPassed, response.status]).toEqual([true, 404]);
    expect((await dashboard.fetch(request)).status).toBe(404);
  },
);

it.each([
  "/dashboard/./sign-in",
  "/dashboard/%2e%2e/dashboard/sign-in",
  "/dashboard/\\sign-in",
  "/dashboard/%5Csign-in",
  "/dashboard/sign-in%00",
])("refuses %s, and shows no page of another path", async (path) => {
  const { dashboard } = await openDashboardWorld();
  const request = Object.defineProperty(new Request(origin), "url", { value: origin + path });
  const response = await dashboard.fetch(request);
  expect([response.status, response.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
  expect(await response.text()).toContain("The path must ");
});

it("serves a page if the runtime gives the path alone, and its origin is the configured one", async () => {
  const { dashboard } = await openDashboardWorld({ origin: "https://cms.example" });
  const at = (path: string, init: RequestInit = {}): Request =>
    Object.defineProperty(new Request(origin, init), "url", { value: path, configurable: true });
  const page = await dashboard.fetch(at("/dashboard/sign-in?token=unknown"));
  expect([page.status, await page.text()]).toEqual([403, expect.stringContaining("not valid")]);
  const form = { method: "POST", headers: { origin: "https://cms.example" }, body: new URLSearchParams() };
  expect(await (await dashboard.fetch(at("/dashboard/sign-in", form))).text()).not.toContain("another site");
  expect(dashboard.isAt("/dashboard/sign-in")).toBe(true);
  expect(dashboard.isAt("/x/dashboard/sign-in")).toBe(false);
});
