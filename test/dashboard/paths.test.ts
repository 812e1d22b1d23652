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
