import { beforeEach, describe, expect, it } from "vitest";
import {
  TextWorkerBusyError,
  TextWorkStoppedError,
  type TextTaskInput,
  type TextTaskName,
  type TextTaskOutput,
  type TextWorker,
} from "../../lib/mod.ts";
import { type AdminWorld, openAdminWorld, sendAdmin } from "../admin/admin_world.ts";
import { expectProblem } from "../api/world.ts";

/** A worker that records its tasks and returns the outcome, or throws it if it is an error. */
class RecordingWorker implements TextWorker {
  readonly tasks: { name: TextTaskName; input: unknown }[] = [];
  outcome: unknown;

  run<Name extends TextTaskName>(name: Name, input: TextTaskInput<Name>): Promise<TextTaskOutput<Name>> {
    this.tasks.push({ name, input });
    const { outcome } = this;
    const isError = outcome instanceof Error;
    return isError ? Promise.reject(outcome) : Promise.resolve(outcome as TextTaskOutput<Name>);
  }
}

const markdownHeaders = { "content-type": "text/markdown" };
const put = (world: AdminWorld, markdown: string): Promise<Response> =>
  sendAdmin(world, world.owner.key, ["PUT", "/posts/long", markdown, markdownHeaders]);
const page = (characters: number): string => `<p>${"word ".repeat(characters / 5)}</p>`;

describe("long texts", () => {
  let worker: RecordingWorker;
  let world: AdminWorld;
  beforeEach(async () => {
    worker = new RecordingWorker();
    world = await openAdminWorld({ textWorker: worker });
  });

  const get = (slug: string, accept: string): Promise<Response> =>
    world.world.send("GET", `/post/acme/${slug}`, { headers: { accept } });

  it("go to the worker when they are Markdown", async () => {
    worker.outcome = { post: { name: "Long", slug: "long", html: "<p>Long</p>" } };
    const markdown = "# Long\n".repeat(5000);
    expect((await put(world, markdown)).status).toBe(201);
    expect(worker.tasks).toEqual([
      { name: "readMarkdown", input: { markdown, slug: "long", now: expect.any(Number) } },
    ]);
    expect((await world.api.posts.get({ organizationSlug: "acme", slug: "long" }))?.html).toBe("<p>Long</p>");
  });

  it("are read in the event loop when they are short", async () => {
    expect((await put(world, "---\ntitle: Short\n---\nHi")).status).toBe(201);
    await world.api.posts.create("acme", { name: "Small", html: page(20_000) });
    expect((await get("small", "application/json")).status).toBe(200);
    expect((await get("small", "text/markdown")).status).toBe(200);
    expect(worker.tasks).toEqual([]);
  });

  it("report why their front matter is refused", async () => {
    worker.outcome = { refused: "Cannot read the front matter: its closing --- is missing" };
    const { errors } = await expectProblem(await put(world, "x".repeat(50_000)), 422, "invalid-body");
    expect(errors).toEqual([
      { pointer: "/markdown", message: (worker.outcome as { refused: string }).refused },
    ]);
  });

  it("go to the worker when their words are counted", async () => {
    worker.outcome = 7;
    const html = page(300_000);
    expect((await world.api.posts.create("acme", { name: "Huge", html, inLanguage: "de" })).wordCount).toBe(
      7,
    );
    expect(worker.tasks).toEqual([{ name: "countWords", input: html }]);
  });

  it("go to the worker when a post is rendered", async () => {
    const html = page(300_000);
    await world.api.posts.create("acme", { name: "Huge", html });
    worker.tasks.length = 0;
    worker.outcome = [{ question: "Why?", answer: "So." }];
    const response = await get("huge", "application/json");
    expect(((await response.json()) as { faqEntries: unknown }).faqEntries).toEqual(worker.outcome);
    worker.outcome = "# Huge";
    expect(await (await get("huge", "text/markdown")).text()).toMatch(/\n\n# Huge\n$/);
    expect(worker.tasks.map(({ name }) => name)).toEqual(["extractFaq", "toMarkdown"]);
  });

  it("go to the worker at a smaller size, with cloneable options, when their extraction needs a tree", async () => {
    const html = page(50_000);
    await world.api.posts.create("acme", { name: "Long", html });
    const faq = { bareText: true, languages: true };
    await world.api.organizations.update("acme", { faq });
    worker.outcome = [];
    worker.tasks.length = 0;
    expect((await get("long", "application/json")).status).toBe(200);
    expect(worker.tasks).toEqual([
      { name: "extractFaq", input: { html, options: { bareText: true, language: "en" } } },
    ]);
  });

  it("are explained only by the worker, and not at all if it takes too long", async () => {
    const actor = await world.api.admin.findActor(world.owner.userId, "acme");
    if (actor === null) throw new Error("The owner is not a member");
    await world.api.posts.create("acme", { name: "Huge", html: page(20_000) });
    const explain = (of: AdminWorld): Promise<unknown> =>
      of.api.admin.posts.explainFaq({ actor, slug: "huge" });
    const explanation = { text: "Why?", element: "h4", isEntry: false, reason: "It is h4." };
    worker.outcome = [{ ...explanation, option: { sources: ["h4"] } }];
    expect(await explain(world)).toEqual([
      { ...explanation, change: { faq: { sources: ["h4"] }, needsLanguage: false } },
    ]);
    worker.outcome = new TextWorkStoppedError("takes longer than 2000 ms to read");
    expect(await explain(world)).toBeNull();
    const alone = await openAdminWorld();
    await alone.api.posts.create("acme", { name: "Huge", html: page(20_000) });
    expect(await explain(alone)).toBeNull();
  });

  it("are shown without FAQ entries when these take too long to find", async () => {
    await world.api.posts.create("acme", { name: "Huge", html: page(300_000) });
    worker.outcome = new TextWorkStoppedError("takes longer than 2000 ms to read");
    const response = await get("huge", "application/json");
    expect([response.status, await response.json()]).toMatchObject([200, { faqEntries: [] }]);
  });

  it("are refused with the reason when they are stopped or too many are waiting", async () => {
    await world.api.posts.create("acme", { name: "Huge", html: page(300_000) });
    worker.outcome = new TextWorkStoppedError("takes longer than 2000 ms to read");
    for (const response of [await put(world, "x".repeat(50_000)), await get("huge", "text/markdown")]) {
      const { detail } = await expectProblem(response, 422, "text-too-complex");
      expect(detail).toContain("takes longer than 2000 ms");
    }
    worker.outcome = new TextWorkerBusyError(100);
    for (const response of [await put(world, "x".repeat(50_000)), await get("huge", "text/markdown")]) {
      expect(response.headers.get("retry-after")).toBe("1");
      await expectProblem(response, 503, "busy");
    }
  });

  it("are refused because of their size if no worker is available", async () => {
    world = await openAdminWorld();
    await world.api.posts.create("acme", { name: "Huge", html: page(300_000) });
    for (const response of [await put(world, "x".repeat(200_000)), await get("huge", "text/markdown")]) {
      await expectProblem(response, 413, "text-too-large");
    }
    expect((await get("huge", "application/json")).status).toBe(200);
  });
});
