import { writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { KnowledgeEntry } from "../../lib/mod.ts";
import { createAcme, failure, json, run, workInScratchDirectory } from "./run_command.ts";
import { runPostern } from "./start_process.ts";

workInScratchDirectory();

const source = "https://acme.example/visit";

describe("postern kb put and get", () => {
  beforeAll(createAcme);

  it("create, keep and replace a text with its title, source and tags", async () => {
    const flags = ["--title", "Opening hours", "--source", source, "--tag", "visit, hours"];
    const put = async (text: string): Promise<string> => (await run("kb put faq:hours", text, ...flags)).out;
    expect(await put("We open at nine.")).toBe("Created the text faq:hours\n");
    expect(await put("We open at nine.")).toBe("Kept the text faq:hours\n");
    expect(await put("We open at ten.")).toBe("Replaced the text faq:hours\n");
    const entry = JSON.parse((await run("kb get faq:hours")).out) as KnowledgeEntry;
    const { createdAt, updatedAt } = entry;
    const written = { text: "We open at ten.", title: "Opening hours", source, tags: ["visit", "hours"] };
    expect(entry).toEqual({ id: "faq:hours", ...written, createdAt, updatedAt });
    expect(await json("kb get faq:hours")).toEqual(entry);
    expect(await json("kb search", "at ten")).toEqual([entry]);
    expect((await run("kb list")).out).toBe(
      `faq:hours\tOpening hours\t${source}\t${createdAt}\tWe open at ten.\n`,
    );
  });

  it("remove the title, the source and the tags that are not given", async () => {
    await json("kb put short", "Old", "--title", "Old", "--source", source, "--tag", "old");
    const now = await json<KnowledgeEntry>("kb put short", "New");
    expect(now).toEqual({
      id: "short",
      text: "New",
      createdAt: now.createdAt,
      updatedAt: expect.any(String) as string,
    });
  });

  it("read the text of a file and of the standard input", async () => {
    writeFileSync("manual.txt", "\ufeffPress the button.\n");
    expect(await json("kb put manual --file manual.txt")).toMatchObject({ text: "Press the button." });
    const flags = { input: "Pull the lever.\n" };
    for (const [id, input] of [
      ["dash", "-"],
      ["flag", "--file -"],
    ]) {
      expect(JSON.parse(runPostern(`kb put ${id} ${input} --json`, flags).out)).toMatchObject({
        id,
        text: "Pull the lever.",
      });
    }
  });

  it("delete a text by its id", async () => {
    await json("kb put gone", "Soon gone");
    expect(await json("kb delete gone")).toEqual({ deleted: "gone" });
    const missing = failure('"acme" has no text "gone"');
    expect(await run("kb get gone")).toEqual(missing);
    expect(await run("kb delete gone")).toEqual(missing);
  });

  it.each([
    ["kb put x", "Give either a text or --file"],
    ["kb put x text --file manual.txt", "Give either a text or --file"],
    ["kb put", "Missing required positional argument: ID"],
    ["kb get", "Missing required positional argument: ID"],
    ["kb put x text --tags a", "Unknown flag --tags. Did you mean --tag?"],
  ])("refuse the command line %j with 2", async (args, message) => {
    expect(await run(args)).toEqual({ code: 2, out: "", error: `postern: ${message}\n` });
  });

  it.each([
    ["an id with a slash", "a/b", ["text"], /id must be 1 to 128 letters/],
    ["a reserved id", "search", ["text"], /id must not be search or new/],
    ["a text of white space", "x", [" "], /text must be 1 to 100000 characters/],
    ["a source that is no web address", "x", ["text", "--source", "javascript:0"], /source must /],
    ["an empty title", "x", ["text", "--title", " "], /title must /],
    ["an empty tag", "x", ["text", "--tag", "a,,b"], /tags\/1 must /],
    ["a missing file", "x", ["--file", "none.txt"], /none\.txt: ENOENT/],
    ["an organization that is missing", "x", ["text", "--org", "none"], /none/],
  ])("refuse %s in one line with 1", async (_name, id, more, reason) => {
    const { code, out, error } = await run("kb put", id, ...more);
    expect([code, out, error]).toEqual([1, "", expect.stringMatching(reason)]);
    expect(error).toMatch(/^postern: [^\n]+\n$/);
    expect(await run("kb get", id)).toMatchObject({ code: 1, out: "" });
  });
});
