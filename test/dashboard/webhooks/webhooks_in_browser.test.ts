import { beforeEach, describe, expect, it } from "vitest";
import { isSkipped } from "../../browser.ts";
import { Receiver, verify } from "../../webhooks/_receiver.ts";
import { expectAccessible, overflowOf } from "../axe.ts";
import { looksOf } from "../looks.ts";
import { openSignedIn, useServedWorld } from "../served_world.ts";

const ways = looksOf("with a script", "without JavaScript", "on a phone");

const wide = `{"error":"${"unbreakable".repeat(80)}"}`;

describe.skipIf(isSkipped)("webhooks in Chromium", () => {
  const receiver = new Receiver();
  const served = useServedWorld({ webhooks: { send: receiver.send } });

  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.reply = () => 204;
  });

  it.each(ways)(
    "a webhook is created, tested, changed, rolled, paused and deleted, %s",
    async (_name, options) => {
      const { world } = served();
      const { page, complaints } = await openSignedIn(served(), options);
      const hasScript = options.javaScriptEnabled !== false;
      const confirm = async (link: string, button: string): Promise<void> => {
        await page.click(`main >> text=${link}`);
        await page.click(`${hasScript ? "dialog" : "main"} button.${button}`);
      };
      if (await page.isVisible("text=Menu")) await page.click("text=Menu");
      await page.click("nav[aria-label=Sections] >> text=Webhooks");
      await page.click("text=New webhook");
      await page.fill("#url", "https://site.example/hook");
      await page.check("text=A public post changes");
      await page.fill("#tags", "news\nsport");
      await page.click("text=Create webhook");
      const secret = (await page.textContent("#new-secret")) ?? "";
      expect(await page.locator("#new-secret + button").allTextContents()).toEqual(hasScript ? ["Copy"] : []);

      await page.click("text=I have copied it");
      expect(await page.textContent("h1")).toBe("Webhook to site.example");
      expect(await page.textContent("dl.facts")).toContain("news, sport");
      expect(await page.content()).not.toContain(secret);
      await page.click("text=Send a test event");
      await page.waitForSelector("[role=status]:text-is('The test event was delivered.')");
      const request = receiver.requests.at(-1);
      if (request === undefined) throw new Error("no request was sent");
      expect((await verify(request, secret, world.world.clock.now())).type).toBe("webhook.test");

      receiver.reply = () => ({ status: 500, body: new TextEncoder().encode(wide) });
      await page.click("button:text-is('Redeliver')");
      await page.waitForSelector("[role=status]:has-text('The event was not delivered.')");
      await page.click("td summary");
      expect(await page.locator("td pre").textContent()).toBe(wide);
      expect(await overflowOf(page)).toBe(0);

      await page.click("text=Change the settings");
      await page.fill("#url", "https://moved.example/hook");
      await page.click("main >> button:text-is('Save')");
      expect(await page.textContent("h1")).toBe("Webhook to moved.example");
      await confirm("Roll the secret", "main-action");
      await page.waitForSelector("#new-secret");
      expect(await page.textContent("#new-secret")).not.toBe(secret);
      await page.click("text=I have copied it");
      await page.click("text=Pause");
      await page.click("main >> text=Resume");
      await page.waitForSelector("[role=status]:has-text('The webhook is enabled.')");
      await confirm("Delete", "danger");
      await page.waitForURL(/settings\/webhooks\?done=webhook-deleted$/);
      expect(await page.textContent("main table")).not.toContain("moved.example");
      expect(complaints).toEqual([]);
    },
  );

  it.each(looksOf("light", "dark, at 375 px"))(
    "have no axe violations in each state: %s",
    async (_name, options) => {
      const { server, world } = served();
      const { api } = world;
      const address = { organizationSlug: "acme", webhookId: world.webhookId };
      const { page } = await openSignedIn(served(), { ...options, bypassCSP: true });
      const root = `${server.url}/dashboard/o/acme`;
      await page.goto(`${root}/settings/webhooks/new`);
      await page.fill("#url", "ftp://site.example");
      await page.click("text=Create webhook");
      await expectAccessible(page, "refused");
      await page.fill("#url", "https://site.example/hook");
      await page.click("text=Create webhook");
      await page.waitForSelector("#new-secret");
      await expectAccessible(page, "secret");
      await api.webhooks.pause(address);
      await page.goto(`${root}/settings/webhooks/${world.webhookId}`);
      await expectAccessible(page, "paused");
      await api.webhooks.resume(address);
      receiver.reply = () => ({ status: 410, body: new TextEncoder().encode(wide) });
      await api.posts.create("acme", { name: "News" });
      await api.events.deliver();
      for (const path of ["", "/settings/webhooks", `/settings/webhooks/${world.webhookId}`]) {
        await page.goto(root + path);
        expect(await page.textContent("main")).toContain("disabled");
        // The usage table of the overview is wide, and belongs to a different test.
        if (path !== "")
          for (const summary of await page.locator("main summary").all()) await summary.click();
        await expectAccessible(page, `disabled ${path}`);
      }
    },
  );
});
