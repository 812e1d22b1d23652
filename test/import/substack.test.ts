import { describe, expect, it } from "vitest";
import { readSubstack } from "../../lib/import/mod.ts";
import { siteUrl, sourceOf } from "./_import.ts";
import { allOf } from "../async_items.ts";

const names = "post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url";

async function read(rows: string, files: Record<string, string>, partLength = 1000): Promise<unknown[]> {
  const contentOf = async (id: string): Promise<string | undefined> => files[id];
  return allOf(readSubstack(sourceOf(rows, partLength), { siteUrl }, contentOf));
}

describe("a Substack export", () => {
  it("is read by its list, in chunks of any length", async () => {
    const rows = `\ufeff${names}\r
1.plain,2019-07-26T20:48:19.814Z,TRUE,,newsletter,everyone,"Plain, ""quoted""\nText",&#x201C;Short&#x201D;,\r
2.talk,2022-08-12T12:11:23.230Z,true,,podcast,everyone,Talk,,https://x.example/a.mp3\r

3.paid,2022-08-13T12:11:23.230Z,TRUE,,newsletter,only_paid,Paid,,
4.idea,,FALSE,,newsletter,everyone,,,
5.about-us,soon,TRUE,,page,everyone,About us,,`;
    const files = { "1.plain": "<p>One</p>", "3.paid": "<p>3</p>", "4.idea": "<p>4</p>", "5.about-us": "5" };
    for (const length of [1, 1000]) {
      expect(await read(rows, files, length)).toMatchObject([
        {
          place: { file: "export", line: 2 },
          input: {
            name: 'Plain, "quoted" Text',
            slug: "plain",
            description: "“Short”",
            html: "<p>One</p>",
            status: "published",
            isAccessibleForFree: true,
            publishedAt: "2019-07-26T20:48:19.814Z",
          },
        },
        {
          place: { line: 4 },
          input: {
            slug: "talk",
            html: '<figure><audio src="https://x.example/a.mp3" controls=""></audio></figure>\n',
          },
        },
        { place: { line: 6 }, input: { slug: "paid", status: "draft", isAccessibleForFree: false } },
        {
          kind: "note",
          category: "not-public",
          text: '"Paid" has the audience only_paid, so it becomes a draft',
        },
        { input: { name: "(Untitled)", slug: "idea", status: "draft" } },
        { input: { slug: "about-us", status: "draft" } },
        { kind: "note", category: "date", isLoss: true },
      ]);
    }
  });

  it("names posts whose file is missing", async () => {
    expect(await read(`${names}\n1.a,,TRUE,,newsletter,everyone,A,,`, {})).toMatchObject([
      { kind: "skipped", category: "missing-file", reason: '"A" has no HTML file', place: { line: 2 } },
    ]);
  });

  it.each([
    ["", /it is no list of a Substack export: it is empty/],
    ["a,b\n1,2", /export:1: it is no list of a Substack export/],
    [`${names}\n1.a,"x`, /export:2: the file ends within quotation marks/],
    [`${names}\n1.a,"${"x".repeat(1_000_001)}`, /export:2: a field is too long/],
    [`${names}\n${",".repeat(1001)}`, /export:2: a row has too many fields/],
  ])("that is malformed is refused with its place %#", async (rows, message) => {
    await expect(read(rows, {}, 100_000)).rejects.toThrow(message);
  });
});
