import { describe, expect, it } from "vitest";
import type { TextWorker } from "../../lib/mod.ts";

/** The built worker, because Node 20 cannot load a thread from TypeScript source. */
const built = new URL("../../dist/adapters/text_worker.js", import.meta.url).href;
const { textWorker } = (await import(built)) as {
  textWorker: (options?: object) => TextWorker;
};

/** Markdown that takes minutes, because the parser looks for the end of each `[` in all following text. */
const endless = "![[".repeat(1_000_000);

describe("a text worker on threads", () => {
  it("runs each task", async () => {
    const worker = textWorker();
    const now = Date.UTC(2026, 0, 1);
    const upload = { markdown: "---\ntitle: Hello\n---\n## Why?\n\nSo.", slug: "hello", now };
    const html = "<h2>Why?</h2><p>So.</p>";
    expect(await worker.run("readMarkdown", upload)).toEqual({
      post: {
        name: "Hello",
        slug: "hello",
        html: "<h2>Why?</h2>\n<p>So.</p>\n",
        markdown: "## Why?\n\nSo.",
        markdownDialect: "editor",
      },
    });
    const refused = await worker.run("readMarkdown", { ...upload, markdown: "---\n- a\n---\n" });
    expect(refused).toEqual({ refused: expect.stringContaining("must be a mapping") });
    expect((await worker.run("toMarkdown", html)).trim()).toBe("## Why?\n\nSo.");
    expect(await worker.run("countWords", html)).toBe(2);
    expect(await worker.run("extractFaq", { html, options: {} })).toEqual([
      { question: "Why?", answer: "So." },
    ]);
    expect(await worker.run("explainFaq", { html, options: {} })).toMatchObject([
      { text: "Why?", isEntry: true },
    ]);
    expect(await worker.run("explainFaq", { html, options: { maxInputLength: 5 } })).toBeNull();
  });

  it("stops a task at the deadline and continues with the next", async () => {
    const worker = textWorker({ deadlineMs: 500 });
    const upload = { markdown: endless, slug: "a", now: 0 };
    const stopped = worker.run("readMarkdown", upload);
    const next = worker.run("toMarkdown", "<b>next</b>");
    await expect(stopped).rejects.toThrow("takes longer than 500 ms");
    expect((await next).trim()).toBe("**next**");
  });

  it("refuses tasks when too many wait", async () => {
    const worker = textWorker({ queue: 1, deadlineMs: 100 });
    const upload = { markdown: endless, slug: "a", now: 0 };
    const first = worker.run("readMarkdown", upload);
    const second = worker.run("toMarkdown", "<b>second</b>");
    await expect(second).rejects.toThrow("are waiting");
    await expect(first).rejects.toThrow("takes longer");
  });

  it.each([{ threads: 0 }, { deadlineMs: 5 }, { queue: 0.5 }])("refuses the options %j", (options) => {
    expect(() => textWorker(options)).toThrow(RangeError);
  });
});
