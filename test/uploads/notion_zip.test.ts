import { describe, expect, it } from "vitest";
import { type ImportedPost, type ImportItem, SlugPlan } from "../../lib/import/mod.ts";
import { type Reading } from "../../lib/import/uploads/mod.ts";
import { openFile, zipOf } from "./_upload.ts";

const posts = { findImported: () => Promise.resolve(null), getHeads: () => Promise.resolve([]) };
const links = (source: string): ReturnType<NonNullable<Reading["links"]>> => ({
  slugs: new SlugPlan(posts, { organizationSlug: "acme", source }),
  addressOf: (slug) => `https://acme.example/${slug}`,
});

async function read(zip: Blob): Promise<{ kind: string; source: string | undefined; items: ImportItem[] }> {
  const upload = await openFile(zip, "Export-1.zip", undefined, links);
  const items: ImportItem[] = [];
  for await (const item of upload.items()) items.push(item);
  return { kind: upload.kind, source: upload.source, items };
}

function postsIn(items: readonly ImportItem[]): ImportedPost[] {
  return items.filter((item) => item.kind === "post");
}

function notesIn(items: readonly ImportItem[]): string[] {
  return items.flatMap((item) =>
    item.kind === "note" ? [item.text] : item.kind === "skipped" ? [`skipped: ${item.reason}`] : [],
  );
}

const [a, b, c] = ["a1".repeat(16), "b2".repeat(16), "c3".repeat(16)];
const uuid = "0a1b2c3d-0000-1111-2222-333344445555";

describe("the zip of a Notion export", () => {
  it("links its pages by their paths and ids, and names the dead links", async () => {
    const { kind, source, items } = await read(
      zipOf({
        [`Home ${a}.md`]: `# Home\n\n[First](Home/First%20(1)%20${b}.md) [far](https://www.notion.so/acme/First-1-${b}?pvs=21#x) [out](https://www.notion.so/Other-${c}) [gone](Gone%20${c}.md) [prices](Home/Prices%20${c}.csv)`,
        [`Home/First (1) ${b}.md`]: `# First (1)\n\n[home](../Home%20${a}.md)`,
      }),
    );
    expect([kind, source]).toEqual(["notion", "notion"]);
    const [home, first] = postsIn(items);
    expect(home).toMatchObject({ key: a, input: { slug: "home" } });
    expect(home?.input.html).toBe(
      `<p><a href="https://acme.example/first-1">First</a> <a href="https://acme.example/first-1#x">far</a> <a href="https://www.notion.so/Other-${c}">out</a> <a href="Gone%20${c}.md">gone</a> <a href="Home/Prices%20${c}.csv">prices</a></p>\n`,
    );
    expect(home?.input.markdown).toContain("[far](https://acme.example/first-1#x)");
    expect(first?.input.html).toContain('href="https://acme.example/home"');
    const notes = notesIn(items);
    expect(notes).toContain("links to pages of Notion stay, because the pages are not in the export");
    expect(notes).toContain(`the link to "Gone%20${c}.md" has no target among the posts`);
    expect(notes).toContain('the link to the database "Prices" has no target, because a database is no post');
    expect(items).toContainEqual({
      kind: "note",
      category: "no-status",
      text: 'pages without a status are public, such as "Home"',
      count: 2,
      place: { file: `Home ${a}.md`, line: 1 },
    });
  });

  it("reads the parts within a zip, and no deeper", async () => {
    const part = async (files: Record<string, string | Uint8Array>): Promise<Uint8Array> =>
      new Uint8Array(await zipOf(files).arrayBuffer());
    const inner = await part({ "a.md": "# Inner" });
    for (const level of [0, 9] as const) {
      const zip = zipOf(
        {
          [`Export-${uuid}-Part-1.zip`]: await part({ [`One ${a}.md`]: "# One" }),
          [`Export-${uuid}-Part-2.zip`]: await part({ [`Two ${b}.md`]: "# Two", "inner.zip": inner }),
          "index.html": "<ul><li>Two</li></ul>",
        },
        level,
      );
      const { kind, items } = await read(zip);
      expect(kind).toBe("notion");
      expect(postsIn(items).map(({ input }) => input.name)).toEqual(["One", "Two"]);
    }
    await expect(openFile(zipOf({ "other.zip": inner }), "a.zip")).rejects.toThrow("no file of a post");
  });

  it("refuses paths that lead out of a part, and encrypted parts", async () => {
    const inner = zipOf({ [`One ${a}.md`]: "# One", [`../../Out ${b}.md`]: "# Out" });
    const zip = zipOf({ [`Export-${uuid}-Part-1.zip`]: new Uint8Array(await inner.arrayBuffer()) });
    const { items } = await read(zip);
    expect(postsIn(items).map(({ input }) => input.name)).toEqual(["One"]);
    expect(notesIn(items)).toContain("skipped: its path leads out of the zip");
    const encrypted = new Uint8Array(await zip.arrayBuffer());
    const view = new DataView(encrypted.buffer);
    view.setUint16(view.getUint32(encrypted.length - 6, true) + 8, 1, true);
    await expect(openFile(new Blob([encrypted]), "a.zip")).rejects.toThrow("encrypted with a password");
  });

  it("refuses a part that is a zip bomb", async () => {
    const zip = new Uint8Array(
      await zipOf({ [`Export-${uuid}-Part-1.zip`]: "PK".repeat(999) }).arrayBuffer(),
    );
    const view = new DataView(zip.buffer);
    const directory = view.getUint32(zip.length - 6, true);
    view.setUint32(directory + 24, 200_000_001, true);
    await expect(openFile(new Blob([zip]), "a.zip")).rejects.toThrow(
      "more than 200 MB when they are unpacked",
    );
  });

  it("makes drafts of pages without a status whose database has one", async () => {
    const { items } = await read(
      zipOf({
        [`Blog ${a}.csv`]: "Name,Status,Kind\n",
        [`Blog ${a}_all.csv`]: "Name,Status,Kind,Mood\nOne,Published,x,y\nTwo,,x,\n",
        [`Blog/One ${b}.md`]: "# One\n\nStatus: Published\nKind: x\nMood: y\n\nText",
        [`Blog/Two ${c}.md`]: "# Two\n\nKind: x\n\nText",
      }),
    );
    expect(
      postsIn(items).map(({ input, notKept }) => [input.name, input.status, input.html, notKept]),
    ).toEqual([
      ["One", "published", "<p>Text</p>\n", ["Kind", "Mood"]],
      ["Two", "draft", "<p>Text</p>\n", ["Kind"]],
    ]);
    expect(notesIn(items)).toEqual([
      '"Two" has no status, as other pages of its database have, so it becomes a draft',
    ]);
  });

  it("names a database without pages, with the number of its rows", async () => {
    const { items } = await read(
      zipOf({ [`Prices ${a}.csv`]: "Name,Price\na,1\nb,2\n", [`Home ${b}.md`]: "# Home" }),
    );
    expect(items).toContainEqual({
      kind: "skipped",
      category: "database-row",
      reason: "it is a database without pages, so its rows are not read",
      count: 2,
      place: { file: `Prices ${a}.csv` },
    });
  });

  it("reads the pages of a database whose table is malformed", async () => {
    const { items } = await read(
      zipOf({ [`Blog ${a}.csv`]: 'Name,"Status\n', [`Blog/One ${b}.md`]: "# One" }),
    );
    expect(postsIn(items)).toHaveLength(1);
    expect(notesIn(items)).toContain("skipped: the file ends within quotation marks");
  });

  it("keeps the ids of its pages if their titles and folders change", async () => {
    const keyOf = async (path: string): Promise<string | undefined> =>
      postsIn((await read(zipOf({ [path]: "# A" }))).items)[0]?.key;
    expect(await keyOf(`Old ${a}.md`)).toBe(await keyOf(`Folder ${b}/New ${a}.md`));
  });
});
