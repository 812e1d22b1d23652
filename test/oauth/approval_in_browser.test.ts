import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { isSkipped } from "../browser.ts";
import { expectAccessible } from "../dashboard/axe.ts";
import { looksOf } from "../dashboard/looks.ts";
import { openSignedIn, useServedWorld } from "../dashboard/served_world.ts";
import { origin, queryOf } from "./oauth_world.ts";

const ways = looksOf("with a script", "without JavaScript", "dark, at 768 px");

describe.skipIf(isSkipped)("the approval of an assistant in Chromium", () => {
  const served = useServedWorld({ mcp: mcp(), apiOrigin: origin, oauth: { registration: true } });
  let callbacks: Server;
  beforeAll(() => {
    callbacks = createServer((_request, response) => response.end("connected")).listen(0, "127.0.0.1");
  });
  afterAll(() => callbacks.close());

  it.each(ways)("connects it to a new key, %s", async (_name, options) => {
    const { world, server } = served();
    const { port } = callbacks.address() as AddressInfo;
    const redirectUri = `http://127.0.0.1:${port}/callback`;
    const registered = await fetch(`${server.url}/api/public/v1/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Desk assistant", redirect_uris: [redirectUri] }),
    });
    const { client_id: id } = (await registered.json()) as { client_id: string };
    const { page, complaints } = await openSignedIn(served(), { ...options, bypassCSP: false });
    const query = queryOf({ client_id: id, redirect_uri: redirectUri });
    await page.goto(`${server.url}/dashboard/authorize?${query}`);
    expect(await page.textContent(".client-host")).toBe("this computer");
    expect(await page.locator("[name=key]:checked").count()).toBe(0);
    expect(await page.isVisible("#name")).toBe(false);
    await page.check("[name=key][value=new]");
    expect(await page.inputValue("#name")).toBe("Desk assistant");
    await page.click("button[value=allow]");
    await page.waitForURL(/\/callback\?/);
    const answer = new URL(page.url()).searchParams;
    expect(answer.get("iss")).toBe(origin);
    expect(answer.get("code")).toMatch(/^postern_/);
    expect(complaints).toEqual([]);
    const { keys } = await world.api.apiKeys.list("acme", { search: "desk" });
    expect(keys.map(({ permissions }) => permissions)).toEqual([["posts:read"]]);
  });

  it.each(["light", "dark"] as const)("is accessible in the scheme %s", async (colorScheme) => {
    const { server } = served();
    const registered = await fetch(`${server.url}/api/public/v1/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ redirect_uris: ["https://assistant.example/callback"] }),
    });
    const { client_id: id } = (await registered.json()) as { client_id: string };
    const { page } = await openSignedIn(served(), { colorScheme, bypassCSP: true });
    await page.goto(`${server.url}/dashboard/authorize?${queryOf({ client_id: id })}`);
    expect(await page.textContent(".client-host")).toBe("assistant.example");
    await page.check("[name=key][value=new]");
    await expectAccessible(page);
  });
});
