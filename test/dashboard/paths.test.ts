import { expect, it } from "vitest";
import { openDashboardWorld, origin } from "./dashboard_world.ts";

it.each(["/", "/nowhere", "/dashboards", "/api/public/v1/post/acme"])(
  "passes on %s, which is none of the dashboard's, and looks for no one there",
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
