import { expect, it } from "vitest";
import { signedIn } from "../admin/admin_world.ts";
import { openAs, visit } from "./dashboard_world.ts";
import { post } from "./editor_world.ts";

const hello = { organizationSlug: "acme", slug: "hello" };

/** Returns the lines of a comparison with their marks. */
const linesIn = (page: string): string[] =>
  [...page.matchAll(/<(ins|del) dir="auto"><span class="mark">([+-])<\/span> ([^<]*)</g)].map(
    ([, element = "", mark = "", line = ""]) => `${element} ${mark} ${line}`,
  );

it("shows the fields and lines that changed since a revision", async () => {
  const { world, visitor } = await openAs("editor");
  const html = ["<p>1</p>", "<p>2</p>", "<p>3</p>", "<p>4</p>", "<p>5</p>", "<p>6</p>"];
  await world.api.posts.update(hello, { html: html.join("\n") });
  await world.api.posts.update(hello, { html: html.with(5, "<p>six</p>").join("\n"), tags: ["new"] });
  const shown = async (path: string): Promise<string> => visitor.page(`${post}/revisions/${path}`);
  const page = await shown("2");
  expect(linesIn(page)).toEqual(["del - &lt;p&gt;6&lt;/p&gt;", "ins + &lt;p&gt;six&lt;/p&gt;"]);
  expect(page).toContain("2 equal lines");
  expect(page).toContain(">new</span></ins>");
  expect(page).toContain("/revisions/2/restore");
  expect(linesIn(await shown("3?against=2"))).toEqual(
    linesIn(page)
      .toReversed()
      .map((line) =>
        line.startsWith("ins +") ? line.replace("ins +", "del -") : line.replace("del -", "ins +"),
      ),
  );
  expect(await shown("3")).toContain("The content is the same.");

  const actor = await signedIn(world, world.owner.userId);
  const copy = { name: "Copy", html: html.join("\n") };
  await world.api.admin.posts.workingCopy.save({ actor, slug: "hello" }, copy, { ifMatch: null });
  const unpublished = await shown("2?against=copy");
  expect(unpublished).toContain(">Copy</span></ins>");
  expect(linesIn(unpublished)).toEqual([]);
  expect((await visit(world, `${post}/revisions/9`, visitor)).status).toBe(404);
});
