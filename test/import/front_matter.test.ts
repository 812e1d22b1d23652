import { describe, expect, it } from "vitest";
import { FrontMatterError, markdownToPost } from "../../lib/import/mod.ts";

const refusal = (frontMatter: string, fence = "---"): string => {
  try {
    markdownToPost(`${fence}\n${frontMatter}\n${fence}\ntext`, "a");
  } catch (error) {
    if (error instanceof FrontMatterError) return error.message;
    throw error;
  }
  return "";
};

describe("hostile front matter", () => {
  it.each([
    ["nested keys", "? ".repeat(400)],
    ["nested lists on one line", "- ".repeat(400)],
    ["nested lists with anchors", "- &a ".repeat(400)],
    ["nested flow lists", `a: ${"[".repeat(60_000)}`],
    ["closed flow lists", `a: ${"[".repeat(30_000)}${"]".repeat(30_000)}`],
    ["nested flow mappings", "{a: ".repeat(10_000)],
    ["nested mappings", Array.from({ length: 300 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")],
  ])("is refused when it is nested too deeply: %s", (_name, text) => {
    expect(refusal(text)).toContain("nested more than 64 levels deep");
  });

  it.each(["---", "+++"])("is refused between %s when it is longer than 64 KiB", (fence) => {
    const text = Array.from({ length: 16_000 }, (_, index) => `key${index} = 1`).join("\n");
    expect(refusal(text, fence)).toMatch(/it is \d+ characters long, but at most 65536 are allowed/);
  });

  it("is refused as JSON when it is longer than 64 KiB", () => {
    expect(() => markdownToPost(`{\n"a": "${"x".repeat(70_000)}"\n}\ntext`, "a")).toThrow("at most 65536");
  });

  it("is refused with the line when a name occurs twice", () => {
    expect(refusal("title: One\ntags:\n  - a\ntitle: Two")).toContain('the name "title" occurs twice');
    expect(refusal("a: {b: 1, b: 2}")).toContain('the name "b" occurs twice');
  });

  it("is refused when its keys are not text", () => {
    expect(refusal("? [a, b]\n: c")).not.toBe("");
  });

  it("is refused with a one-line message when a date is a deep list", () => {
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    expect(() => markdownToPost(`{\n"date": ${deep}\n}\ntext`, "a")).toThrow("it is a list or a mapping");
  });

  it("is read with many names, brackets in texts, and ordinary nesting", () => {
    const names = Array.from({ length: 4000 }, (_, index) => `key${index}: ${index}`).join("\n");
    expect(markdownToPost(`---\ntitle: A\n${names}\n---\ntext`, "a").name).toBe("A");
    const post = markdownToPost("---\ntitle: '[x] and {y}'\nauthors:\n  - name: Ada\n---\ntext", "a");
    expect([post.name, post.author]).toEqual(["[x] and {y}", "Ada"]);
  });

  it.each<[lines: string, expected: object]>([
    ["authors: [Ada, Grace]", { authors: ["Ada", "Grace"] }],
    ["author: [Ada, Grace, Ada]", { authors: ["Ada", "Grace"] }],
    ["authors:\n  - name: Ada\n  - name: Grace", { authors: ["Ada", "Grace"] }],
    ["authors: [Ada]", { author: "Ada" }],
    ["authors: Ada", { author: "Ada" }],
    ["author: Ada", { author: "Ada" }],
    ["author: Ada\nauthors: [Ada, Grace]", { authors: ["Ada", "Grace"] }],
    ["authors: []\nauthor: Ada", { author: "Ada" }],
  ])("is read with its authors: %j", (lines, expected) => {
    const { author, authors } = markdownToPost(`---\n${lines}\n---\ntext`, "a");
    expect({ author, authors }).toEqual(expected);
  });
});
