import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import { useServedWorld } from "./served_world.ts";

const unknownToken = "a".repeat(43);

describe.skipIf(isSkipped)("a page of another site in Chromium", () => {
  const served = useServedWorld();
  let site: Server;
  let page = "";
  beforeEach(async () => {
    site = createServer((_incoming, outgoing) => {
      outgoing.setHeader("content-type", "text/html");
      outgoing.end(page);
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => new Promise((resolve) => site.close(resolve)));

  it("cannot prevent a visitor's sign-in by loading many sign-in addresses", async () => {
    const { browser, server, world } = served();
    const addresses = Array.from({ length: 24 }, (_, index) => {
      const token =
        index % 2 === 0 ? `x${index}` : unknownToken.slice(0, -2) + String(index).padStart(2, "0");
      return `${server.url}/dashboard/sign-in?token=${token}`;
    });
    page = addresses.map((address) => `<img alt="" src="${address}">`).join("\n");
    const context = await browser.newContext();
    const visitor = await context.newPage();
    const sent: string[] = [];
    visitor.on("request", (request) => {
      if (request.url().includes("/sign-in?token=")) sent.push(request.url());
    });
    // The same machine, but a different site to the browser. The page has loaded when every image has a response.
    await visitor.goto(`http://localhost:${(site.address() as AddressInfo).port}/`, { waitUntil: "load" });
    expect(sent.toSorted()).toEqual(addresses.toSorted());

    expect((await visitor.goto(`${server.url}/dashboard/sign-in`))?.status()).toBe(200);
    const { token } = await world.api.sessions.createLink(world.owner.userId);
    expect((await visitor.goto(world.dashboard.signInUrl(token, server.url)))?.status()).toBe(200);
    await visitor.click("main button");
    await visitor.waitForURL(/\/o\/acme$/);
  });
});
