import { describe, expect, it } from "vitest";
import { cookieOf, visit } from "../dashboard/dashboard_world.ts";
import { addOrganization, openPeople } from "./people_world.ts";

describe("the page that was asked for", () => {
  it("opens after the sign-in, once", async () => {
    const world = openPeople();
    const userId = await addOrganization(world, "acme");
    const asked = await visit(world, "/o/acme/posts?search=caf%C3%A9");
    expect(asked.headers.get("location")).toBe("/dashboard/sign-in");
    const { token } = await world.api.sessions.createLink(userId);
    const page = await visit(world, `/sign-in?token=${token}`);
    const cookies = `${cookieOf(asked)}; ${cookieOf(page)}`;
    const signedIn = await visit(world, "/sign-in", { form: { token }, cookie: cookies });
    expect(signedIn.headers.get("location")).toBe("/dashboard/o/acme/posts?search=caf%C3%A9");
    const opened = await visit(world, "/o/acme/posts", {
      cookie: `${cookieOf(asked)}; ${cookieOf(signedIn)}`,
    });
    expect(opened.headers.get("set-cookie")).toContain("postern_return=; ");
  });

  it.each([
    "//evil.example/",
    "https://evil.example/dashboard/o/acme",
    "/dashboard/..//evil.example",
    "/dashboard/../../evil.example",
    "/dashboard//evil.example",
    "/dashboard/\\evil.example",
    "\\\\evil.example",
    "/dashboard\t//evil.example",
    "/dashboardx/o/acme",
    "/dashboard/sign-out",
    "/dashboard/sign-in?token=x",
    "/dashboard/o/acme\r\nset-cookie: a=b",
    "javascript:alert(1)",
    "%",
    `/dashboard/o/${"a".repeat(3800)}`,
  ])("is the dashboard for the cookie %j", async (path) => {
    const world = openPeople();
    const { token } = await world.api.sessions.createLink(await addOrganization(world, "acme"));
    for (const value of [path, encodeURIComponent(path)]) {
      if (/[\r\n\t]/.test(value)) continue;
      const page = await visit(world, `/sign-in?token=${token}`);
      const cookie = `${cookieOf(page)}; postern_return=${value}`;
      const response = await visit(world, "/sign-in", { form: { token }, cookie });
      // A refused request has no location.
      const location = response.headers.get("location") ?? "/dashboard";
      expect(location).toMatch(
        /^\/dashboard(?:\/o\/acme%0D%0Aset-cookie:%20a=b|\/o\/acmeset-cookie:%20a=b)?$/,
      );
    }
  });

  it("is not remembered for requests of scripts, and not for other methods", async () => {
    const world = openPeople();
    await addOrganization(world, "acme");
    const cookieAfter = async (headers: Record<string, string>): Promise<string | null> =>
      (await visit(world, "/o/acme/palette?q=a", { headers })).headers.get("set-cookie");
    expect(await cookieAfter({ "sec-fetch-mode": "cors" })).toBeNull();
    expect(await cookieAfter({ accept: "application/json" })).toBeNull();
    expect(await cookieAfter({ "sec-fetch-mode": "navigate" })).toContain(
      "postern_return=%2Fdashboard%2Fo%2Facme",
    );
    expect((await visit(world, "/o/acme/posts", { form: {} })).headers.get("set-cookie")).toBeNull();
  });
});
