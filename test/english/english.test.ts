import { describe, expect, it } from "vitest";
import { commentFaults, proseFaults, subjectFaults } from "./english_faults.ts";

const long = `The reader ${"reads and ".repeat(13)}rests.`;

describe("the check of English", () => {
  it("refuses comments that open with a question word", () => {
    const source = 'const a = "// Who";\n/** Whether it is open. */\nconst b = 1; // What is counted\n';
    expect(commentFaults("a.ts", source)).toEqual([
      { path: "a.ts", line: 2, rule: "opens with a question word", sentence: "Whether it is open." },
      { path: "a.ts", line: 3, rule: "opens with a question word", sentence: "What is counted" },
    ]);
  });

  it("refuses pronouns in place of things", () => {
    const source = "// A key that is none.\nexport {};\n";
    expect(commentFaults("a.ts", source)).toMatchObject([{ line: 1, rule: 'says "that is none"' }]);
  });

  it("refuses sentences of more than 25 words, in comments and in pages", () => {
    expect(commentFaults("a.ts", `/**\n * Reads.\n *\n * ${long}\n */\nexport {};\n`)).toMatchObject([
      { line: 4, rule: "has 29 words" },
    ]);
    expect(proseFaults("a.md", `# Reading\n\n${long}\n`)).toMatchObject([{ line: 3, rule: "has 29 words" }]);
  });

  it("reads neither code, nor examples, nor tables", () => {
    expect(proseFaults("a.md", `\`\`\`\n${long}\n\`\`\`\n\n| ${long} |\n`)).toEqual([]);
    expect(commentFaults("a.ts", `/**\n * Reads.\n *\n * @example\n * ${long}\n */\nexport {};\n`)).toEqual(
      [],
    );
    expect(commentFaults("a.ts", "const text = `\n// What it says\n`;\n")).toEqual([]);
  });

  it("refuses subjects of commits that are long or name no area", () => {
    expect(
      subjectFaults(["access: cache the daily counter key", "Say less", `docs: ${"x".repeat(70)}`]),
    ).toEqual([
      { path: "commit", line: 2, rule: 'not of the form "area: imperative"', sentence: "Say less" },
      { path: "commit", line: 3, rule: "over 72 characters", sentence: `docs: ${"x".repeat(70)}` },
    ]);
  });
});
