import { describe, expect, it } from "vitest";
import { ghostExport, wordpressExport, wordpressExportWithEvents, zipOf } from "../uploads/_upload.ts";
import {
  type DashboardWorld,
  expectPage,
  openDashboardWorld,
  origin,
  type SentFields,
  type SignedIn,
  signInAs,
  visit,
} from "./dashboard_world.ts";

const path = "/o/acme/import-posts";

interface Import {
  world: DashboardWorld;
  editor: SignedIn;
}

async function openImport(options: Parameters<typeof openDashboardWorld>[1] = {}): Promise<Import> {
  const world = await openDashboardWorld({}, options);
  return { world, editor: await signInAs(world, "editor") };
}

/** Sends a file, waits for the import, and returns its page. */
async function importFile({ world, editor }: Import, file: File, fields: SentFields = {}): Promise<string> {
  const response = await editor.send(path, { file, ...fields });
  expect(response.status).toBe(303);
  await world.api.admin.imports.settle();
  const result = (response.headers.get("location") ?? "").replace("/dashboard", "");
  return editor.page(result);
}

/** Returns the number in a card of the summary. */
function figure(page: string, label: string): string | undefined {
  return new RegExp(`${label}</p>\\s*<p class="figure">([^<]*)`).exec(page)?.[1];
}

/** Returns the problem that the page shows. */
async function problemOf(response: Response): Promise<string> {
  return /class="problem" role="alert">([^<]*)</.exec(await response.text())?.[1] ?? "";
}

const wordpress = (titles: readonly string[]): File => new File([wordpressExport(titles)], "wp.xml");

describe("an import in the dashboard", () => {
  it.each([
    ["a WordPress export", wordpress(["One", "Two"]), "WordPress export"],
    ["a Ghost export", new File([ghostExport(["One", "Two"])], "ghost.json"), "Ghost export"],
    [
      "a zip of Markdown",
      new File([zipOf({ "a.md": "# One", "b/c.md": "# Two" })], "a.zip"),
      "zip of Markdown",
    ],
  ])("creates the posts of %s, and leaves them unchanged the next time", async (_name, file, kind) => {
    const opened = await openImport();
    const page = await importFile(opened, file);
    expect(page).toContain(kind);
    expect([figure(page, "Created"), figure(page, "Unchanged"), figure(page, "Left out")]).toEqual([
      "2",
      "0",
      "0",
    ]);
    expect(page).toMatch(/<a dir="auto" href="\/dashboard\/o\/acme\/posts\/[^"]+">One<\/a>/);
    const again = await importFile(opened, file);
    expect([figure(again, "Created"), figure(again, "Unchanged")]).toEqual(["0", "2"]);
  });

  it("counts each item of an unknown type", async () => {
    const page = await importFile(await openImport(), new File([wordpressExportWithEvents()], "wp.xml"));
    expect([figure(page, "Created"), figure(page, "Left out")]).toEqual(["1", "2"]);
  });

  it("shows the title of each post of a file that has one line", async () => {
    const file = new File([wordpressExport(["One", "Two", "Three"]).replaceAll("\n", "")], "wp.xml");
    const page = await importFile(await openImport(), file);
    const posts = [...page.matchAll(/">([^<]*)<\/a> <code>([^<]*)<\/code>/g)].map(([, ...post]) => post);
    expect(new Map(posts.map(([title = "", slug = ""]) => [slug, title]))).toEqual(
      new Map([
        ["post-0", "One"],
        ["post-1", "Two"],
        ["post-2", "Three"],
      ]),
    );
  });

  it("names the field of each warning", async () => {
    const markdown = `---\ntitle: ${"Long ".repeat(30)}\nlang: ar\n---\n\n${"These words are English. ".repeat(20)}`;
    const page = await importFile(await openImport(), new File([zipOf({ "a.md": markdown })], "a.zip"));
    expect(page).toContain("The language is ar, but the text is mostly");
    expect(page).toContain("The title is longer than");
  });

  it("writes nothing in a check", async () => {
    const opened = await openImport();
    const page = await importFile(opened, wordpress(["One"]), { check: "on" });
    expect(figure(page, "Created")).toBe("1");
    expect(page).toContain("Check has finished");
    expect(page).toContain("Choose the file again to import it");
    const { api } = opened.world;
    expect(await api.posts.get({ organizationSlug: "acme", slug: "post-0" })).toBeNull();
  });

  it("imports as drafts", async () => {
    const opened = await openImport();
    await importFile(opened, wordpress(["One"]), { status: "draft" });
    const post = await opened.world.api.posts.get({ organizationSlug: "acme", slug: "post-0" });
    expect(post?.status).toBe("draft");
  });

  it.each([
    ["skip", { created: "0", leftOut: "1" }, ["hello"]],
    ["suffix", { created: "1", leftOut: "0" }, ["hello", "hello-2"]],
    ["replace", { created: "0", leftOut: "0" }, ["hello"]],
  ])("treats a taken slug as chosen: %s", async (onConflict, expected, slugs) => {
    const opened = await openImport();
    const file = new File([zipOf({ "hello.md": "# Another hello" })], "site.zip");
    const page = await importFile(opened, file, { onConflict });
    expect({ created: figure(page, "Created"), leftOut: figure(page, "Left out") }).toEqual(expected);
    const { api } = opened.world;
    for (const slug of slugs) expect(await api.posts.get({ organizationSlug: "acme", slug })).not.toBeNull();
    const hello = await api.posts.get({ organizationSlug: "acme", slug: "hello" });
    expect(hello?.name).toBe(onConflict === "replace" ? "Another hello" : "Hello");
  });

  it("keeps posts that were edited here, and says so", async () => {
    const opened = await openImport();
    await importFile(opened, wordpress(["One"]));
    const { api } = opened.world;
    await api.posts.update({ organizationSlug: "acme", slug: "post-0" }, { name: "Edited" });
    const page = await importFile(opened, wordpress(["Two"]));
    expect(page).toContain("1 were edited here");
    expect((await api.posts.get({ organizationSlug: "acme", slug: "post-0" }))?.name).toBe("Edited");
  });

  it("shows why items were left out, paid posts, and questions that are no FAQ entries", async () => {
    const opened = await openImport();
    const file = new File(
      [
        zipOf({
          "../out.md": "# Out",
          "a.md": "---\ntitle: A\nisAccessibleForFree: false\n---\n#### Why though?\n\nBecause.",
          "bad.md": "---\ntitle: [\n---\n",
        }),
      ],
      "a.zip",
    );
    const page = await importFile(opened, file);
    expect(figure(page, "Left out")).toBe("2");
    expect(page).toContain("its path leads out of the zip");
    expect(page).toContain("bad.md");
    expect(page).toContain("Why though?");
    expect(page).toContain("Headings of level 4");
  });

  it("shows faults of FAQ entries, with the setting that mends them", async () => {
    const opened = await openImport();
    const answer = "<p>It takes ten seconds.</p>";
    const post = `---\ntitle: A\n---\n<h2>How fast is it?</h2>${answer}<nav>All pages</nav><h2>Ready to start?</h2><p>Call us any day.</p>`;
    const file = new File([zipOf({ "a.md": post, "b.md": post.replace("All pages", "Any page") })], "a.zip");
    const page = await importFile(opened, file);
    const rows = [
      ...page.matchAll(/<td data-label="Fault">([^<]*)<\/td>\n<td data-label="Setting">([^<]*)</g),
    ];
    expect(rows.map(([, fault = "", setting = ""]) => [fault, setting])).toEqual([
      [
        expect.stringContaining("navigation"),
        expect.stringMatching(/^Buttons, navigation, .* are left out$/),
      ],
      [expect.stringContaining("invites readers to act"), "none"],
    ]);
    expect(page).toContain('<div dir="auto">All pages</div>');
    expect(page).not.toContain("Any page");
    expect(page.match(/data-label="Number"[^>]*>2</g)).toHaveLength(2);
  });

  it("says that a broken export stopped, with the place and what is kept", async () => {
    const opened = await openImport();
    const broken = `${wordpressExport(["One"]).slice(0, -30)}<oops`;
    const page = await importFile(opened, new File([broken], "wp.xml"));
    expect(page).toContain("Import stopped");
    expect(page).toMatch(/role="alert">The file cannot be read at wp\.xml.* No post was changed\./);
    expect(page).not.toContain("postern ");
  });
});

describe("a refused upload", () => {
  it.each([
    [
      "a picture",
      new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0])], "wp.xml"),
      "This file is a PNG picture.",
    ],
    ["a text", new File(["words"], "wp.xml"), "a text of an unknown format"],
    ["a broken zip", new File(["PK\u0003\u0004 and more"], "a.zip"), "damaged or incomplete"],
    ["an empty file", new File([], "a.zip"), "The file is empty"],
    ["no file", "", "Choose a file to import."],
  ])("is named on the form: %s", async (_name, file, words) => {
    const { editor } = await openImport();
    const response = await editor.send(path, { file, status: "draft" });
    expect(response.status).toBe(422);
    expect(await problemOf(response)).toContain(words);
  });

  it("is not read beyond 50 MB, whether its length is stated or not", async () => {
    const { world, editor } = await openImport();
    let sent = 0;
    const start = `--x\r\ncontent-disposition: form-data; name="form-token"\r\n\r\n${editor.formToken}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n`;
    const endless = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
        pull(controller) {
          sent += 1_000_000;
          controller.enqueue(new Uint8Array(1_000_000));
        },
      });
    for (const stated of [{ "content-length": "60000000" }, {}]) {
      sent = 0;
      const headers = { cookie: editor.cookie, "content-type": "multipart/form-data; boundary=x", ...stated };
      const init = { method: "POST", headers, body: endless(), duplex: "half" };
      const response = await world.dashboard.fetch(new Request(`${origin}/dashboard${path}`, init));
      expect(response.status).toBe(413);
      expect(await problemOf(response)).toContain("larger than 50 MB");
      expect(sent).toBeLessThan(53_000_000);
    }
  });

  it("is not read at all from users who may not write posts", async () => {
    const { world } = await openImport();
    const viewer = await signInAs(world, "viewer");
    let wasRead = false;
    const body = new ReadableStream(
      {
        pull: (controller) => {
          wasRead = true;
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { cookie: viewer.cookie, "content-type": "multipart/form-data; boundary=x" };
    const init = { method: "POST", headers, body, duplex: "half" };
    const response = await world.dashboard.fetch(new Request(`${origin}/dashboard${path}`, init));
    expect([response.status, wasRead]).toEqual([403, false]);
  });

  it("leaves the limit of the other forms as it is", async () => {
    const { editor } = await openImport();
    const file = new File([new Uint8Array(3_000_000)], "a.md");
    expect((await editor.send("/o/acme/new-post", { file })).status).toBe(413);
  });
});

it("drops an upload that arrives slower than 1 KB a second", async () => {
  const { world, editor } = await openImport();
  const token = `--x\r\ncontent-disposition: form-data; name="form-token"\r\n\r\n${editor.formToken}\r\n`;
  const start = `${token}--x\r\ncontent-disposition: form-data; name="file"; filename="a.md"\r\n\r\n`;
  const texts = [start, ...Array<string>(20).fill("a"), "\r\n--x--\r\n"];
  const chunks = texts.map((text) => new TextEncoder().encode(text));
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = chunks.shift();
        await Promise.resolve();
        world.world.clock.advance(1000);
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { cookie: editor.cookie, "content-type": "multipart/form-data; boundary=x" };
  const init: RequestInit = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const response = await world.dashboard.fetch(new Request(`${origin}/dashboard${path}`, init));
  await expectPage(response, 400, "slower than 1 KB a second");
  expect(chunks.length).toBeGreaterThan(0);
});

describe("the page of an import", () => {
  it("refuses a second import of the organization while one runs, and shows the progress", async () => {
    const { world, editor } = await openImport();
    const put = world.api.posts.put.bind(world.api.posts);
    let go: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (go = resolve));
    world.api.posts.put = async (...given) => {
      await waiting;
      return put(...given);
    };
    const first = await editor.send(path, { file: wordpress(["One"]) });
    const second = await editor.send(path, { file: wordpress(["Two"]) });
    expect([first.status, second.status]).toEqual([303, 409]);
    expect(await second.text()).toContain("An import of this organization is running");
    const result = (first.headers.get("location") ?? "").replace("/dashboard", "");
    const running = await editor.page(result);
    expect(running).toContain("Import is running");
    expect(running).toContain('<noscript><meta http-equiv="refresh" content="2"></noscript>');
    expect(running).toContain('aria-busy="true"');
    go();
    await world.api.admin.imports.settle();
    const ended = await editor.page(result);
    expect(ended).toContain("Import has finished");
    expect(ended).not.toContain("http-equiv");
  });

  it("says that the process restarted if a running import shows no sign of life", async () => {
    const { world, editor } = await openImport();
    world.api.posts.put = () => new Promise(() => undefined);
    const started = await editor.send(path, { file: wordpress(["One"]) });
    const result = (started.headers.get("location") ?? "").replace("/dashboard", "");
    // The import may still write its progress, which counts as a sign of life.
    const page = async (): Promise<string> => {
      world.world.clock.advance(61_000);
      return editor.page(result);
    };
    const words =
      "The server restarted during the import, so it stopped. What was imported is kept. Import the file again: posts that exist are left unchanged.";
    await expect.poll(page, { interval: 200 }).toContain(words);
  });

  it("is forgotten after an hour, and does not show an import of another organization", async () => {
    const opened = await openImport();
    const { world, editor } = opened;
    await importFile(opened, wordpress(["One"]));
    const owner = await world.api.admin.findActor(world.owner.userId, "acme");
    const job = owner && (await world.api.admin.imports.last(owner));
    expect((await visit(world, `${path}/${job?.id}`, editor)).status).toBe(200);
    expect((await visit(world, `${path}/other`, editor)).status).toBe(404);
    world.world.clock.advance(3_600_001);
    const gone = await visit(world, `${path}/${job?.id}`, editor);
    expect(gone.status).toBe(404);
    expect(await gone.text()).toContain("not stored any more");
  });

  it("is removed with the organization, and a running import does not bring anything back", async () => {
    const opened = await openImport();
    await importFile(opened, wordpress(["One"]));
    const { api } = opened.world;
    await api.organizations.delete("acme");
    expect(await api.organizations.contents("acme")).toBeNull();
  });

  it("shows names, places and reasons as text", async () => {
    const opened = await openImport();
    const attack = `"'><script>alert(1)</script>`;
    const file = new File(
      [
        zipOf({
          [`${attack}.md`]: `---\ntitle: "x ${attack.replaceAll('"', "'")}"\n---\n#### ${attack}?\n\nYes`,
          [`../${attack}.md`]: "# Out",
        }),
      ],
      `${attack}.zip`,
    );
    const page = await importFile(opened, file);
    expect(page).not.toContain("<script>alert");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    const form = await opened.editor.page(path);
    expect(form).toContain("&lt;script&gt;alert(1)&lt;/script&gt;.zip");
    expect(form).not.toContain("<script>alert");
  });
});
