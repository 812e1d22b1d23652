import { describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import { isFullRun } from "../full_run.ts";
import { findingsOf } from "./axe.ts";
import { looksOf } from "./looks.ts";
import { openSignedIn, useServedWorld } from "./served_world.ts";

const text = "The post is published.";
const shownFor = 10_000;

describe.skipIf(isSkipped)("toasts in Chromium", () => {
  const served = useServedWorld();

  const toastPath = "/posts/hello?done=post-published";

  it("announce their text once, and vanish unless they have the pointer or the focus", async () => {
    const { page, complaints, goTo } = await openSignedIn(served());
    await page.addInitScript(() => {
      const announced: string[] = [];
      Object.assign(globalThis, { announced });
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          const isRegion = target instanceof Element && target.closest("[role=status], [role=alert]");
          if (isRegion) for (const node of addedNodes) announced.push(node.textContent ?? "");
        }
      }).observe(document, { childList: true, subtree: true });
      // The text that the page starts with is not announced.
      addEventListener("DOMContentLoaded", () => (announced.length = 0));
    });
    await page.clock.install();
    await goTo(toastPath);
    await page.clock.runFor(200);
    const toast = page.locator(".toast");
    expect(await toast.locator("p").textContent()).toBe(text);
    const announced = await page.evaluate(() => (globalThis as unknown as { announced: string[] }).announced);
    expect(announced.filter((one) => one.includes(text))).toEqual([text]);
    await toast.hover();
    await page.clock.runFor(5 * shownFor);
    expect(await toast.isVisible()).toBe(true);
    await page.mouse.move(400, 100);
    await toast.locator("button").focus();
    await page.clock.runFor(5 * shownFor);
    expect(await toast.isVisible()).toBe(true);
    await page.locator("main").focus();
    await page.clock.runFor(shownFor - 100);
    expect(await toast.isVisible()).toBe(true);
    await page.clock.runFor(200);
    expect(await toast.isVisible()).toBe(false);
    await page.reload();
    expect(await toast.isVisible()).toBe(false);
    // The preview of the post has no scripts.
    expect(complaints.filter((one) => !one.startsWith("Blocked script execution"))).toEqual([]);
  });

  it("are closed by a button, and the focus goes to the page", async () => {
    const { page, goTo } = await openSignedIn(served());
    await goTo(toastPath);
    await page.click("text=Close");
    expect(await page.locator(".toast").isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
  });

  it("stay while they have an action", async () => {
    const { page, goTo } = await openSignedIn(served());
    await page.clock.install();
    await goTo("/posts");
    await page.getByLabel("Select Hello", { exact: true }).check();
    await page.click("[value=archive]");
    await page.waitForSelector(".toast");
    await page.clock.runFor(100 * shownFor);
    expect(await page.textContent(".toast p")).toContain("1 post archived.");
    await page.click("text=Undo");
    await page.waitForSelector(".toast");
    await page.clock.runFor(200);
    expect(await page.textContent(".toast p")).toContain("1 post restored.");
  });

  it("are messages in the page without JavaScript", async () => {
    const { page, goTo } = await openSignedIn(served(), { javaScriptEnabled: false });
    await goTo(toastPath);
    expect(await page.textContent(".toast [role=status]")).toBe(text);
    expect(await page.locator(".toast button").count()).toBe(0);
    const [toast, next] = await Promise.all([
      page.locator(".toast").boundingBox(),
      page.locator(".toast + *").boundingBox(),
    ]);
    expect((toast?.y ?? Infinity) + (toast?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0);
  });

  it.each(looksOf("light", "dark, at 375 px", "in forced colors, with reduced motion"))(
    "leave the focus visible, and shift nothing: %s",
    async (_name, options) => {
      const { page, goTo } = await openSignedIn(served(), { ...options, bypassCSP: true });
      await page.addInitScript(() => {
        Object.assign(globalThis, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            (globalThis as unknown as { shift: number }).shift += (
              entry as unknown as { value: number }
            ).value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await goTo(toastPath);
      await page.waitForSelector(".toast p:not(:empty)");
      const motion = await page.locator(".toast").evaluate((toast) => getComputedStyle(toast).animationName);
      expect(motion).toBe(options.reducedMotion === "reduce" ? "none" : "toast-in");
      expect(await findingsOf(page)).toEqual([]);
      const controls = await page.locator("main :is(a, button, summary, input, select):visible").count();
      await page.locator("main").focus();
      for (let count = 0; count < controls; count++) {
        await page.keyboard.press("Tab");
        const isCovered = await page.evaluate((checksFrames) => {
          const focused = document.activeElement;
          const toast = document.querySelector(".toast");
          if (focused === null || toast === null || toast.contains(focused) || !focused.closest("main"))
            return false;
          // The headless shell does not scroll to a focused frame, which stays in part below the screen.
          if (!checksFrames && focused instanceof HTMLIFrameElement) return false;
          const [one, other] = [focused.getBoundingClientRect(), toast.getBoundingClientRect()];
          return one.top >= other.top && one.right > other.left && one.left < other.right;
        }, isFullRun);
        expect(isCovered).toBe(false);
      }
      expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(
        0.05,
      );
    },
  );
});
