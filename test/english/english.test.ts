import { describe, expect, it } from "vitest";
import { commentFaults, proseFaults, subjectFaults } from "./english_faults.ts";

const long = `The reader ${"reads and ".repeat(13)}rests.`;

describe("the check of English", () => {
  it.each(["What", "Whether", "How", "Where", "Who", "Whom", "Of"])(
    "refuses comments that open with %s",
    (opening) => {
      const source = `const a = "// ${opening}";\n/** ${opening} it is open. */\nconst b = 1; // ${opening} is counted\n`;
      const rule = "opens with a question word";
      expect(commentFaults("a.ts", source)).toEqual([
        { path: "a.ts", line: 2, rule, sentence: `${opening} it is open.` },
        { path: "a.ts", line: 3, rule, sentence: `${opening} is counted` },
      ]);
    },
  );

  it.each(["none of", "who has", "that is none", "that are none", "is no key"])(
    'refuses "%s" in place of a thing',
    (phrase) => {
      const source = `// A value ${phrase}.\nexport {};\n`;
      expect(commentFaults("a.ts", source)).toMatchObject([{ line: 1, rule: `says "${phrase}"` }]);
    },
  );

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
    const opening = "What";
    expect(commentFaults("a.ts", `const text = \`\n// ${opening} it says\n\`;\n`)).toEqual([]);
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
