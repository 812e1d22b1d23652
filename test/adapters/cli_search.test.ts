import { mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { cliCommand, commandGroup } from "../../adapters/cli/frame/cli_command.ts";
import { completionScript } from "../../adapters/cli/frame/help/completion_script.ts";
import { findCommand } from "../../adapters/cli/frame/help/find_command.ts";
import { helpOf } from "../../adapters/cli/frame/help/help.ts";
import type { AdminSearchPage } from "../../lib/mod.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { failure, json, run, workInScratchDirectory, writeFiles } from "./run_command.ts";
import { runPostern } from "./start_process.ts";

workInScratchDirectory();

const visit =
  "---\ntitle: Visit us\ntags: [prices]\n---\n## When are you open?\n\nFrom nine to five, and later in summer.\n";
const paid =
  "---\ntitle: Members\nisAccessibleForFree: false\n---\n## May I bring a dog?\n\nYes, on a lead.\n";
const draft = "---\ntitle: Draft\nstatus: draft\n---\n## Is this open?\n\nNot yet.\n";
beforeAll(async () => {
  await json("org create acme --name Acme --site-url https://acme.example --paid-content key");
  for (const [name, text] of Object.entries({ visit, paid, draft })) {
    writeFileSync(`${name}.md`, text);
    await json(`post import ${name}.md`);
  }
});

describe("postern search", () => {
  it("writes title, address and passage of each result", async () => {
    expect(await run("search open later --in faq")).toEqual({
      code: 0,
      out: "Visit us: When are you open? (question)\n  https://acme.example/blog/visit#when-are-you-open\n  From nine to five, and later in summer.\n",
      error: "",
    });
    expect((await run("search zebra")).out).toBe("No post matches.\n");
  });

  it("writes results with their reasons as JSON, and a post with its question once", async () => {
    const first = await json<AdminSearchPage>("search", "opne sumer", "--limit", "1");
    expect(first.results).toHaveLength(1);
    expect(first.results[0]?.matches).toContainEqual({
      field: "text",
      by: "typo",
      query: "sumer",
      found: "summer",
    });
    // The post and its question show the same passage.
    expect(first.nextCursor).toBeNull();
  });

  it("finds the content of posts that are not free, and filters", async () => {
    expect(await json("search dog --in faq")).toMatchObject({ results: [{ slug: "paid" }] });
    expect(await json("search dog --tag prices")).toEqual({ results: [], nextCursor: null, wanted: "dog" });
    expect(await json("search open --tag prices")).toMatchObject({
      results: [{ slug: "visit", type: "faq" }],
    });
    const excluded = await run("search --json -- open -summer");
    expect(JSON.parse(excluded.out)).toEqual({
      results: [],
      nextCursor: null,
      wanted: "open",
      excluded: ["summer"],
    });
    expect((await run("search -- open -summer")).out).toBe(
      'No post matches.\n\nExcluded: "summer". To find a word, put it in quotes without a hyphen.\n',
    );
    expect(await json("search ...")).toEqual({ results: [], nextCursor: null, wanted: "" });
  });

  it.each([
    ["search", 2, "Missing required positional argument: QUERY"],
    ["search open --limit many", 2, '--limit must be a whole number, and is "many"'],
    ["search open --limit 51", 1, "Cannot search: /limit must be a whole number from 1 to 50"],
    [`search ${"word ".repeat(65)}`, 1, "Cannot search: /q must have at most 64 words"],
    ["search open --cursor x", 1, "Cannot search: /cursor must be the nextCursor of an earlier page"],
    ["search open --in pages", 2, "--in must be one of posts, faq, and is pages"],
    ["search open --org other", 1, 'There is no organization "other". List all with "postern org list"'],
  ])("refuses %j", async (args, code, message) => {
    expect(await run(args)).toEqual({ code, out: "", error: `postern: ${message}\n` });
  });
});

describe("postern search reindex", () => {
  it("builds the indexes of all or of the named organizations, and writes their sizes", async () => {
    await json("org create other --name Other --site-url https://other.example");
    releaseAfterUse(() => json("org delete other --yes"));
    const all = await json<{ org: string; posts: object; knowledge: object }[]>("search reindex");
    expect(all.map(({ org }) => org)).toEqual(["acme", "other"]);
    expect(all[0]?.posts).toMatchObject({ documents: 2, savedBytes: null });
    expect(all[1]).toMatchObject({ posts: { documents: 0 }, knowledge: { documents: 0 } });
    const { out } = await run("search reindex acme");
    expect(out).toMatch(/^acme\tposts\t2\t\d+\t-\t\d+\.\d\n$/);
  });

  it("refuses an organization that does not exist", async () => {
    expect(await run("search reindex nobody")).toEqual(
      failure('There is no organization "nobody". List all with "postern org list"'),
    );
  });

  it("saves an index of many words, which the next command loads", async () => {
    const files = Array.from({ length: 60 }, (_, number) => `long-${number}.md`);
    for (const [number, file] of files.entries()) {
      const words = Array.from({ length: 1700 }, (_, word) => (word % 500).toString(36)).join(" ");
      writeFileSync(file, `---\ntitle: Long ${number}\n---\nword${number} ${words}\n`);
    }
    await json("post import", ...files);
    const [acme] = await json<{ posts: { documents: number; savedBytes: number } }[]>("search reindex");
    expect(acme?.posts.documents).toBe(62);
    expect(acme?.posts.savedBytes).toBeGreaterThan(10_000);
    expect(await json("search", "word7 ")).toMatchObject({ results: [{ slug: "long-7" }] });
  });
});

describe("postern faq list", () => {
  it("lists the questions of all public posts", async () => {
    const { out } = await run("faq list");
    expect(out).toContain(
      "When are you open?\n  From nine to five, and later in summer.\n  https://acme.example/blog/visit\n",
    );
    expect(out).toContain("May I bring a dog?");
    expect(out).not.toContain("Is this open?");
    expect(await json("faq list --tag prices")).toEqual([
      {
        question: "When are you open?",
        answer: "From nine to five, and later in summer.",
        post: { slug: "visit", url: "https://acme.example/blog/visit", name: "Visit us" },
      },
    ]);
  });

  it("reads more posts than a page has", async () => {
    for (let number = 0; number < 60; number++) {
      const text = `---\ntitle: Post ${number}\ntags: [many]\n---\n## Question ${number}?\n\nAnswer.\n`;
      writeFileSync(`post-${number}.md`, text);
    }
    const files = Array.from({ length: 60 }, (_, number) => `post-${number}.md`);
    expect((await run("post import", ...files)).code).toBe(0);
    const listed = await json<{ question: string }[]>("faq list --tag many");
    expect(new Set(listed.map(({ question }) => question)).size).toBe(60);
  });
});

describe("a group that also runs itself", () => {
  const command = (name: string): ReturnType<typeof cliCommand> =>
    cliCommand({
      description: name,
      args: { text: { type: "positional", description: "Text", required: true } },
      run: async () => undefined,
    });
  const group = commandGroup("All", {
    find: { ...command("find"), subCommands: { rebuild: command("rebuild") } },
  });

  it.each([
    [["find", "rebuild", "x"], "rebuild", ["x"]],
    [["find", "rebuilt", "x"], "find", ["rebuilt", "x"]],
    [["find", "--", "rebuild"], "find", ["--", "rebuild"]],
    [["find", "--json", "x"], "find", ["--json", "x"]],
    [["find"], "find", []],
  ])("%j", (args, name, rest) => {
    const found = findCommand(group, args);
    expect([found.command.description, found.rest]).toEqual([name, rest]);
  });

  it("shows both ways in its help, and completes both", () => {
    const { command: found, path: names } = findCommand(group, ["find"]);
    expect(helpOf(found, names)).toContain(
      "USAGE\n\n  postern find TEXT [OPTIONS]\n  postern find COMMAND\n\n",
    );
    expect(completionScript("bash", group)).toContain('"find") candidates="rebuild --json --help"');
  });
});

it("postern search says that no result is a good match", async () => {
  // Words that no text has count little beside little text.
  mkdirSync("others");
  const text = "usual text ".repeat(700);
  for (let number = 0; number < 15; number++) writeFileSync(`others/other-${number}.md`, text);
  await json("post import others");
  const note = "No good match: each result has only a small part of the query.\n\n";
  expect((await run("search summer zebras bluetooth printers")).out).toMatch(new RegExp(`^${note}Visit us`));
});

describe("postern org --synonyms", () => {
  it("reads synonyms from a file with a group per line or the standard input", async () => {
    writeFiles({
      "synonyms.txt": 'car, "motor  car" ,automobile,\r\n\r\n \r\nNew York, NYC\n',
      "alone.txt": "car, wagon\n\nalone\n",
      "long.txt": "car, a car of my own\n",
    });
    const synonyms = [
      ["car", "motor car", "automobile"],
      ["New York", "NYC"],
    ];
    expect(await json("org update acme --synonyms synonyms.txt")).toMatchObject({ synonyms });
    expect(await json("org show acme")).toMatchObject({ synonyms });
    const made = "org create worded --name W --site-url https://w.example --synonyms synonyms.txt";
    expect(await json(made)).toMatchObject({ synonyms });
    const refused: readonly [file: string, message: string][] = [
      ["none.txt", "Cannot read none.txt: "],
      ["alone.txt", "Cannot update the organization: /synonyms/1 must have 2 to 20 words or phrases"],
      ["long.txt", "Cannot update the organization: /synonyms/0/1 must be a word or a phrase of at most 3"],
    ];
    for (const [file, message] of refused) {
      const ran = await run(`org update acme --synonyms ${file}`);
      expect([ran.code, ran.error]).toEqual([
        1,
        expect.stringMatching(new RegExp(`^postern: ${message}[^\\n]*\\n$`)),
      ]);
    }
    expect(await json("org show acme")).toMatchObject({ synonyms });
    expect(runPostern("org update acme --synonyms - --json", { input: "" }).code).toBe(0);
    expect(await json("org show acme")).toMatchObject({ synonyms: [] });
    await json("org delete worded --yes");
  });
});
