import { beforeAll, describe, expect, it, vi } from "vitest";
import { runCli } from "../../adapters/cli/run_cli.ts";
import { displayWidth } from "../../adapters/cli/frame/output/display_width.ts";
import { toTable } from "../../adapters/cli/frame/output/table.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

describe("a table", () => {
  const header = ["ID", "NAME", "EXPIRES"];
  const least = [undefined, 6, 4];
  const lines = [header, ["aaaaaaaa", "A name that is long", "2027-02-19T19:04"], ["b", "B", "never"]];

  it("shows whole values if they fit", () => {
    expect(toTable(lines, least, 80)).toEqual([
      "ID        NAME                 EXPIRES",
      "aaaaaaaa  A name that is long  2027-02-19T19:04",
      "b         B                    never",
    ]);
  });

  it("shortens the longest shortenable column, and never the others", () => {
    expect(toTable(lines, least, 30)).toEqual([
      "ID        NAME        EXPIRES",
      "aaaaaaaa  A name th…  2027-02…",
      "b         B           never",
    ]);
    expect(toTable(lines, least, 10).map((line) => displayWidth(line))).toEqual([22, 22, 22]);
  });

  it("counts the columns of a terminal", () => {
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

describe("the lists of the commands", () => {
  const path = scratchDirectory();
  const long = "A name that is far too long for a column of a terminal";
  let userId = "";
  beforeAll(async () => {
    const storage = lmdbDriver({ path });
    const api = createPublicApi({ storage });
    await api.organizations.create({ slug: "acme", name: long, siteUrl: "https://acme.example" });
    userId = (await api.users.create({ name: long, email: `${"a".repeat(60)}@acme.example` })).id;
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    await api.apiKeys.generate({ organizationSlug: "acme", userId, name: long, expiresIn: "90d" });
    await api.posts.create("acme", {
      slug: "long-slug-of-a-post".repeat(3),
      name: long,
      status: "published",
    });
    await api.knowledgeBase.add("acme", { text: long.repeat(3) });
    await storage.dispose?.();
  });

  async function linesOf(list: string, isTTY: boolean): Promise<string[]> {
    let output = "";
    vi.spyOn(process.stdout, "write").mockImplementation((text) => ((output += text as string), true));
    const { isTTY: wasTTY, columns } = process.stdout;
    Object.assign(process.stdout, { isTTY, columns: 80 });
    await runCli([...list.split(" "), "--storage", `lmdb:${path}`]);
    Object.assign(process.stdout, { isTTY: wasTTY, columns });
    vi.restoreAllMocks();
    return output.trimEnd().split("\n");
  }

  it.each(["org list", "user list", "member list", "key list", "post list", "kb list"])(
    "fit a terminal of 80 columns: %s",
    async (list) => {
      const lines = await linesOf(list, true);
      expect(lines).toHaveLength(2);
      expect(lines.filter((line) => displayWidth(line) > 80)).toEqual([]);
    },
  );

  it("are whole in a pipe, and keep the ids on a terminal", async () => {
    const [cells = ""] = await linesOf("key list", false);
    const [id = "", name, user] = cells.split("\t");
    expect([name, user]).toEqual([long, userId]);
    expect((await linesOf("key list", true))[1]).toContain(`${id}  A name th`);
  });
});
