import { describe, expect, it } from "vitest";
import { displayWidth } from "../../adapters/cli/display_width.ts";
import { toTable } from "../../adapters/cli/table.ts";

describe("a table", () => {
  const header = ["ID", "NAME", "EXPIRES"];
  const least = [undefined, 6, 4];
  const lines = [header, ["aaaaaaaa", "A name that is long", "2027-02-19T19:04"], ["b", "B", "never"]];

  it("shows values whole where they fit", () => {
    expect(toTable(lines, least, 80)).toEqual([
      "ID        NAME                 EXPIRES",
      "aaaaaaaa  A name that is long  2027-02-19T19:04",
      "b         B                    never",
    ]);
  });

  it("shortens the longest of the columns that can be shortened, and never the others", () => {
    expect(toTable(lines, least, 30)).toEqual([
      "ID        NAME        EXPIRES",
      "aaaaaaaa  A name th…  2027-02…",
      "b         B           never",
    ]);
    expect(toTable(lines, least, 10).map((line) => displayWidth(line))).toEqual([22, 22, 22]);
  });

  it("counts the columns that a terminal uses", () => {
    const names = [
      "世界のニュース",
      "ﾃｽﾄ",
      "e\u0301te\u0301",
      "👩‍👩‍👧 family",
      "❤️",
      "한국어",
      "ＡＢ",
      "x\u200b",
    ];
    expect(names.map((name) => displayWidth(name))).toEqual([14, 3, 3, 9, 2, 6, 4, 1]);
    const rows = names.map((name) => [name, "|"]);
    const positions = toTable(rows, [4, undefined], 9).map((line) => displayWidth(line));
    expect(positions).toEqual(rows.map(() => 9));
    expect(toTable(rows, [4, undefined], 9)[0]).toBe("世界…   |");
  });
});
