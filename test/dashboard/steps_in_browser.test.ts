import { describe, expect, it } from "vitest";
import type { Role } from "../../lib/mod.ts";
import { isSkipped } from "../browser.ts";
import { CountedSteps, type StepCount } from "./counted_steps.ts";
import { signInAs } from "./dashboard_world.ts";
import { openSignedIn, useServedWorld } from "./served_world.ts";

/** A task of a person, from the overview on. */
interface Task {
  name: string;
  /** Role of the person. Default: the owner. */
  role?: Role;
  act: (steps: CountedSteps) => Promise<void>;
  /** Words of the page at the end. */
  result: string;
  /** The most that the task may take: what it took before the dashboard had a design, and fewer where it is said to be better. */
  most: StepCount;
}

const tasks: readonly Task[] = [
  {
    name: "generate and copy a key",
    act: async (steps) => {
      await steps.click("main >> text=Generate API Key");
      await steps.enter("dialog #name", "Site");
      await steps.click("dialog .main-action");
      await steps.click("#new-key + button");
    },
    result: "Copied",
    most: { steps: 4, loads: 1 },
  },
  {
    name: "find one key of 200",
    act: async (steps) => {
      await steps.press("Control+k");
      await steps.enter("[role=combobox]", "Key 7 of");
      await steps.page.waitForSelector("[role=option] >> text=Key 7 of mine");
      await steps.press("Enter");
      await steps.page.waitForURL(/\/api-keys\/\w+$/);
    },
    result: "Key 7 of mine",
    most: { steps: 3, loads: 1 },
  },
  {
    name: "write and publish a post",
    act: async (steps) => {
      await steps.click("main >> text=New post");
      await steps.enter("#name", "Title");
      await steps.enter(".cm-content", "Hello");
      await steps.click("button:has-text('Publish')");
    },
    result: "View post",
    most: { steps: 4, loads: 2 },
  },
  {
    name: "write a post and submit it for review",
    role: "contributor",
    act: async (steps) => {
      await steps.click("main >> text=New post");
      await steps.enter("#name", "Title");
      await steps.enter(".cm-content", "Hello");
      await steps.click("button:has-text('Submit for review')");
      await steps.enter("[name=note]", "Please by Friday");
      await steps.click("main form .main-action");
    },
    result: "is submitted for review",
    most: { steps: 6, loads: 3 },
  },
  {
    name: "approve a submission",
    act: async (steps) => {
      await steps.click(".attention a:has-text('Secret')");
      await steps.click("text=Approve and publish");
    },
    result: "The post is published",
    most: { steps: 2, loads: 2 },
  },
  {
    name: "schedule a post",
    act: async (steps) => {
      await steps.click("a:has-text('Hello')");
      await steps.enter("[name=date]", "2099-01-01");
      await steps.click("button:has-text('Schedule')");
    },
    result: "The post is scheduled",
    most: { steps: 3, loads: 2 },
  },
  {
    name: "restore a revision",
    act: async (steps) => {
      await steps.click("a:has-text('Hello')");
      await steps.click("button:has-text('Restore') >> nth=0");
    },
    result: "was restored",
    most: { steps: 2, loads: 2 },
  },
  {
    name: "invite a member",
    act: async (steps) => {
      await steps.click("main >> text=Invite");
      await steps.enter("dialog [name=email]", "new@acme.example");
      await steps.choose("dialog [name=role]", "editor");
      await steps.click("dialog .main-action");
    },
    result: "Pass this link on to new@acme.example",
    most: { steps: 4, loads: 1 },
  },
];

describe.skipIf(isSkipped)("the steps of a task in Chromium", () => {
  const served = useServedWorld();

  it.each(tasks)("$name", async ({ role, act, result, most }) => {
    const { world } = served();
    const { api, owner } = world;
    const of = { organizationSlug: "acme" };
    await api.posts.update({ ...of, slug: "hello" }, { html: "<p>Two</p>", status: "draft" });
    for (let number = 0; number < 200; number++) {
      await api.apiKeys.generate({ ...of, userId: owner.userId, name: `Key ${number} of mine` });
    }
    const userId = role === undefined ? owner.userId : (await signInAs(world, role)).userId;
    const permissions = ["clipboard-read", "clipboard-write"];
    const { page, complaints } = await openSignedIn(served(), { permissions }, userId);
    const steps = new CountedSteps(page);
    await act(steps);
    await expect.poll(() => page.textContent("main")).toContain(result);
    expect(steps.count.steps).toBeLessThanOrEqual(most.steps);
    expect(steps.count.loads).toBeLessThanOrEqual(most.loads);
    expect(complaints).toEqual([]);
  });
});
