import { writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { createAcme, json, run, workInScratchDirectory } from "./run_command.ts";

workInScratchDirectory();

describe("the commands, for questions and answers", () => {
  beforeAll(createAcme);

  it("extract questions by options, and explain headings that are not questions", async () => {
    writeFileSync("more.html", "<h4>Open?</h4>\n<p>At <i>nine</i>.</p><h2>Shut!?!</h2><p>No.</p>");
    expect((await run("faq extract more.html")).out).toBe("");
    const options = "--sources h4,details --answer-format html";
    expect((await run(`faq extract more.html ${options}`)).out).toBe("Open?\n  <p>At <i>nine</i>.</p>\n");
    expect((await run("faq explain more.html")).out).toMatch(
      /^in 0, out 2\nout h4 {2}Open\?\n .*To include it: --sources h4\nout h2 {2}Shut!\?!\n .*questionMarks: \["\?","\?!"\] in the library\n$/,
    );
    expect(await json("faq explain more.html --sources h4")).toMatchObject([
      {
        file: "more.html",
        explanations: [
          { text: "Open?", isEntry: true },
          { text: "Shut!?!", isEntry: false },
        ],
      },
    ]);
    expect(await run("faq extract more.html --sources detail")).toMatchObject({
      code: 2,
      error: expect.stringContaining("Did you mean details?"),
    });
  });

  it("leave out the questions that the front matter of a file names", async () => {
    const post = (skip: string): string =>
      `---\ntitle: Kite\nfaqSkip:${skip}\n---\n## Does it fly?\n\nIt does.\n\n## Is it, then, blue?\n\nIt is.\n`;
    const skipped: [skip: string, questions: string[]][] = [
      ["\n  - does it fly?", ["Is it, then, blue?"]],
      [" Is it, then, blue?", ["Does it fly?"]],
      [' ["*"]', []],
      [" []", ["Does it fly?", "Is it, then, blue?"]],
    ];
    for (const [skip, questions] of skipped) {
      writeFileSync("kite.md", post(skip));
      const entries = questions.map((question) => expect.objectContaining({ question }) as unknown);
      expect(await json("faq extract kite.md")).toEqual([{ file: "kite.md", entries }]);
      expect((await run("faq explain kite.md")).out).toContain(`in ${questions.length}, out `);
      await run("post import kite.md");
      expect(await json("post preview kite")).toMatchObject({ faqEntries: entries });
    }
    writeFileSync("kite.md", post(" Is it, then, blue?"));
    await run("post import kite.md");
    const { out } = await run("post show kite");
    expect(out.split("\n").find((line) => line.startsWith("faqSkip"))).toContain("Is it, then, blue?");
    expect((await run("faq list")).out).not.toContain("then");
    expect(await json("post import kite.md")).toMatchObject({ unchanged: 1 });
  });

  it("name the faults of answers, and the flag that mends each", async () => {
    const html =
      "<h2>How long is it open?</h2>\n<p>Until nine in the evening.</p><button>Show more</button><h2>Why?</h2><p>So.</p>";
    writeFileSync("faults.html", html);
    const { out } = await run("faq explain faults.html");
    expect(out).toContain(
      '\n    control: The answer contains the label of a button or of another control. "Show more" To mend it: --clean\n',
    );
    expect(out).toMatch(/\n {4}one-word-question: .* "Why\?"\n {4}short-answer: .* "So."\n$/);
    expect((await run("faq explain faults.html --clean")).out).not.toContain("control:");
    expect((await run("faq extract faults.html --clean")).out).toContain("  Until nine in the evening.\n");
    writeFileSync("faults.md", `---\ntitle: Faults\n---\n${html}\n`);
    const imported = await run("post import faults.md");
    expect(imported.out).toContain(
      '\n1 FAQ entry: The answer contains the label of a button or of another control. "Show more" in faults.md:1 (--faq-clean)\n',
    );
    expect(imported.out).toMatch(/\nTo mend them: postern org update acme --faq-clean\n$/);
    expect(await json("post import faults.md")).toMatchObject({
      answerFaults: expect.arrayContaining([
        expect.objectContaining({
          code: "control",
          count: 1,
          change: { faq: { clean: true }, needsLanguage: false },
        }),
      ]),
    });
    expect(await json("org update acme --faq-clean")).toMatchObject({ faq: { clean: true } });
    expect(
      (await json<{ answerFaults: { code: string }[] }>("post import faults.md")).answerFaults.map(
        ({ code }) => code,
      ),
    ).not.toContain("control");
    await json("post delete faults");
    await json("org update acme --faq-reset");
  });

  it("change the FAQ settings of an organization, and list the questions that an import loses", async () => {
    const update = async (flags: string): Promise<unknown> =>
      (await json<{ faq?: unknown }>(`org update acme ${flags}`)).faq;
    expect(await update("--faq-sources details --faq-languages")).toEqual({
      sources: ["details"],
      languages: true,
    });
    expect(await update("--faq-languages=false --faq-answer-format escaped")).toEqual({
      sources: ["details"],
      languages: false,
      answerFormat: "escaped",
    });
    expect(await update("--faq-reset --faq-sources details")).toEqual({ sources: ["details"] });
    const odd =
      "---\ntitle: Lost\nlanguage: ja\n---\n## 何時？\n\n九時\n\n#### Open?\n\nYes.\n\n#### Shut?\n\nNo.\n";
    writeFileSync("lost.md", odd);
    const { out } = await run("post import lost.md");
    expect(out).toContain(
      '\n2 headings look like questions but are h4, such as "Open?" in lost.md:1 (--faq-sources h4)\n',
    );
    expect(out).toContain('\n1 heading looks like a question, such as "何時？" in lost.md:1: ');
    expect(out).toMatch(
      /\nTo add them to the FAQ: postern org update acme --faq-sources details,h4 --faq-languages\n$/,
    );
    expect(await json("post import lost.md")).toMatchObject({
      lostQuestions: [{ count: 2, element: "h4", change: { faq: { sources: ["h4"] } } }, { count: 1 }],
    });
    await update("--faq-sources details,h4 --faq-languages");
    expect((await run("post import lost.md")).out).toBe("imported 0, updated 0, unchanged 1, skipped 0\n");
    await json("post delete lost");
    expect(await update("--faq-reset")).toEqual({});
  });
});
