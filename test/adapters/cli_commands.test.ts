import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { failure, createAcme, json, run, workInScratchDirectory, writeFiles } from "./run_command.ts";
import { operatorOf } from "../../adapters/cli/store/with_api.ts";
import { postTag } from "../../lib/mod.ts";
import { withLmdb } from "./lmdb_posts.ts";
import { runPostern } from "./start_process.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
workInScratchDirectory();

function oneLine(beginning: string): string {
  return expect.stringMatching(new RegExp(`^postern: ${beginning}[^\\n]*\\n$`)) as string;
}

describe("the commands, in a pipe", () => {
  beforeAll(createAcme);

  it("manage organizations", async () => {
    expect((await run("org list")).out).toMatch(/^acme\tAcme\thttps:\/\/acme\.example\t\S+\n$/);
    await json(
      "org update acme --rate-limit-per-day 50 --logo https://acme.example/logo.png --same-as",
      "https://wiki.example/Acme, https://social.example/@acme",
    );
    await json("org update acme --feeds on");
    const shown = await json<object>("org show acme");
    expect(shown).toMatchObject({
      rateLimit: { perDay: 50 },
      logo: "https://acme.example/logo.png",
      sameAs: ["https://wiki.example/Acme", "https://social.example/@acme"],
      feeds: true,
    });
    expect((await run("org show none")).code).toBe(1);
  });

  it("define the fields of posts by a JSON file or the standard input", async () => {
    const postFields = [{ name: "level", type: "choice", choices: ["A", "متقدم"] }];
    writeFiles({
      "fields.json": JSON.stringify(postFields),
      "broken.json": "[{]",
      "wrong.json": '[{"name":"html"}]',
    });
    expect(await json("org update acme --post-fields fields.json")).toMatchObject({ postFields });
    expect((await run("org show acme")).out).toContain(`postFields       ${JSON.stringify(postFields)}\n`);
    const made = "org create fielded --name F --site-url https://f.example --post-fields fields.json";
    expect(await json(made)).toMatchObject({ postFields });
    expect(runPostern("org update acme --post-fields - --json", { input: "[]" }).code).toBe(0);
    expect(await json("org show acme")).toMatchObject({ postFields: [] });
    const refused: readonly [file: string, message: string][] = [
      ["none.json", "Cannot read none.json: "],
      ["broken.json", "Cannot read broken.json: "],
      ["wrong.json", "Cannot update the organization: /postFields/0/type is missing"],
    ];
    for (const [file, message] of refused) {
      const ran = await run(`org update acme --post-fields ${file}`);
      expect([ran.code, ran.error]).toEqual([1, oneLine(message)]);
    }
    await json("org delete fielded --yes");
  });

  it("delete an organization, after listing its contents", async () => {
    await json("org create gone --name Gone --site-url https://gone.example");
    const { id } = await json<{ id: string }>("user create Eve");
    await json(`member add ${id} --role owner --org gone`);
    const counts = "with 0 posts, 0 texts, 1 member, 0 keys and 1 audit entry";
    const dry = await run("org delete gone --dry-run");
    expect(dry).toMatchObject({ code: 0, out: `Would delete the organization gone ${counts}\n` });
    const unasked = runPostern("org delete gone");
    expect(unasked).toMatchObject({ code: 2, error: expect.stringContaining("Add --yes") as string });
    expect(await json("org delete gone --yes")).toMatchObject({
      slug: "gone",
      deleted: { members: 1 },
    });
    expect(await run("org delete gone --yes")).toEqual(failure('There is no organization "gone"'));
  });

  it("manage users, members and keys", async () => {
    const { id } = await json<{ id: string }>("user create Ada --email ada@acme.example");
    await json("member add ada@acme.example --role viewer");
    await json("member role ada@acme.example owner");
    expect(await json("member list")).toEqual([{ userId: id, role: "owner" }]);
    const key = await json<{ id: string; key: string }>(`key generate site --user ${id} --expires-in 30d`);
    expect(key.key).toMatch(/^postern_/);
    expect(await json(`key update ${key.id} --networks 10.1.2.3/8,::1`)).toMatchObject({
      networks: ["10.0.0.0/8", "::1/128"],
    });
    expect((await run(`key update ${key.id} --networks`, "")).error).toContain("--networks is empty");
    expect(await json(`key update ${key.id} --networks all`)).not.toHaveProperty("networks");
    expect((await run(`key update ${key.id}`)).error).toContain("set --networks or --rate-limit-per-day");
    expect(await json(`key update ${key.id} --rate-limit-per-day 500`)).toMatchObject({
      rateLimit: { perDay: 500 },
    });
    expect(await json(`key update ${key.id} --rate-limit-per-day default`)).not.toHaveProperty("rateLimit");
    expect((await run(`key disable ${key.id}`)).out).toBe("Disabled the key site\n");
    expect((await run("key list")).out).toContain("\tdisabled\t");
    expect((await run(`key enable ${key.id}`)).out).toBe("Enabled the key site\n");
    const rolled = await json<{ id: string }>(`key roll ${key.id} --overlap 0`);
    expect(await json(`key revoke ${rolled.id}`)).toHaveProperty("revokedAt");
    const states = (await run("key list")).out
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t")[3]);
    expect(new Set(states)).toEqual(new Set(["expired", "revoked"]));
    expect(await json(`key show ${key.id}`)).not.toHaveProperty("key");
    expect(await json(`user disable ${id}`)).toMatchObject({ status: "disabled" });
    expect(await json(`user enable ${id}`)).toMatchObject({ status: "active" });
    await json(`member remove ${id}`);
    expect(await json("member list")).toEqual([]);
  });

  it("invite an address, and list and revoke the invitation", async () => {
    const invited = await run("member invite bob@acme.example --origin https://cms.example");
    expect(invited).toMatchObject({ code: 0, out: "https://cms.example/dashboard/invitations\n" });
    expect(invited.error).toMatch(/^The link is for bob@acme\.example, until \S+Z\n$/);
    const [invitation] = await json<{ id: string }[]>("member invitations");
    expect(invitation).toMatchObject({ email: "bob@acme.example", role: "writer" });
    expect(await json("member list")).toEqual([]);
    const { id = "" } = invitation ?? {};
    await json(`member uninvite ${id}`);
    expect(await json("member invitations")).toEqual([]);
    expect(await run(`member uninvite ${id}`)).toMatchObject({ code: 1 });
  });

  it("refuse a second user with an email address, and name the first user", async () => {
    const { id } = await json<{ id: string }>("user create Grace --email grace@acme.example");
    const again = await run("user create Grace --email Grace@acme.example");
    expect(again).toMatchObject({ code: 1, out: "", error: oneLine("Cannot create the user: ") });
    expect(again.error).toContain(`the email address of the user ${id}`);
    expect(await json("user disable grace@acme.example")).toMatchObject({ id, status: "disabled" });
  });

  it("merge and delete users, after a confirmation", async () => {
    const kept = await json<{ id: string }>("user create Hedy --email hedy@acme.example");
    const old = await json<{ id: string }>("user create", "Hedy L.");
    await json(`member add ${old.id} --role editor`);
    expect(runPostern(`user merge ${old.id} ${kept.id}`)).toMatchObject({
      code: 2,
      error: expect.stringContaining("Add --yes") as string,
    });
    expect(await run(`user merge ${old.id} hedy@acme.example --yes`)).toMatchObject({
      code: 0,
      out: `Merged the user ${old.id} into ${kept.id}: editor of acme; keys moved: 0\n`,
    });
    expect(await run(`user merge ${old.id} ${kept.id} --yes`)).toEqual(
      failure(`There is no user "${old.id}". List all with "postern user list"`),
    );
    expect(runPostern(`user delete ${kept.id}`)).toMatchObject({ code: 2 });
    await json(`member role ${kept.id} owner`);
    expect(await run(`user delete ${kept.id} --yes`)).toMatchObject({
      code: 1,
      error: oneLine("Cannot delete the user: .* is the last owner of .acme.\\. "),
    });
    await json(`member role ${kept.id} editor`);
    expect(await json("user delete hedy@acme.example --yes")).toEqual({ id: kept.id });
    expect(await json("member list")).toEqual([]);
  });

  it("manage posts", async () => {
    writeFiles({
      "posts/hello.md": "---\ntitle: Hello\ndraft: true\n---\n## Open?\n\nYes.\n\n## Shut?\n\nNo.\n",
      "posts/broken.md": "---\ntitle: [a\n---\n",
    });
    const dry = await run("post import posts --dry-run");
    expect(dry.code).toBe(3);
    const [counts, lost] = dry.out.split("\n");
    expect(counts).toBe("would have imported 1, updated 0, unchanged 0, skipped 1");
    expect(lost).toMatch(
      /^lost front-matter: 1, such as posts\/broken\.md:\d: Cannot read the front matter: /,
    );
    expect(dry.error).toMatch(/^skipped posts\/broken\.md:\d: Cannot read the front matter: /);
    expect(await json("post list")).toEqual([]);
    expect(await run("post import posts")).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^imported 1, updated 0, unchanged 0, skipped 1\n/) as string,
    });
    expect((await run("post list")).out).toMatch(/^\d+\thello\tdraft\t-\t-\tHello\n$/);
    expect(await json("post preview hello")).toMatchObject({
      faqEntries: [{ question: "Open?" }, { question: "Shut?" }],
      structuredData: { faqPage: { "@type": "FAQPage" } },
    });
    expect(await json("post publish hello")).toMatchObject({ status: "published" });
    expect(await json("post publish hello --at 2999-01-01")).toMatchObject({ status: "scheduled" });
    expect(await json("post unpublish hello")).toMatchObject({ status: "draft" });
    expect((await run("post show hello --html")).out).toMatch(/^<h2 id="open">Open\?<\/h2>/);
    expect(await json("post publish hello --at 2025-01-01")).toMatchObject({ status: "published" });
    expect(await json("sitemap --posts")).toMatchObject({
      urls: [{ loc: "https://acme.example/blog/hello" }],
    });
    expect((await run("sitemap")).out).toContain("<urlset");
    expect(await json("post delete hello")).toEqual({ deleted: ["hello"] });
    expect(await run("post show hello")).toEqual(failure('"acme" has no post "hello"'));
  });

  it("review submissions", async () => {
    const submit = async (slug: string): Promise<string> =>
      withLmdb(".postern/data", async (api) => {
        const post = await api.posts.create("acme", { name: slug, slug, status: "draft" });
        const input = { version: postTag(post), note: "Please" };
        return (await api.admin.submissions.submit({ actor: operatorOf("acme"), slug }, input)).version;
      });
    const version = await submit("approved");
    const other = await submit("returned");
    expect(await json("submission list --state pending")).toMatchObject([
      { slug: "approved", version, note: "Please" },
      { slug: "returned", version: other },
    ]);
    expect(await json(`submission send-back returned ${other} --note`, "Add the holidays")).toMatchObject({
      state: "sent-back",
      answer: { note: "Add the holidays" },
    });
    expect((await run("submission list --state sent-back")).out).toMatch(/^returned\t\S+\tsent-back\t/);
    expect(await json("submission show approved")).toMatchObject({ version, isCurrent: true });
    expect((await run(`submission approve approved ${other}`)).error).toContain(
      `the submitted version of "approved" is "${version}"`,
    );
    expect(await json(`submission approve approved ${version} --at 2025-01-01`)).toMatchObject({
      status: "published",
    });
    expect(await run("submission show approved")).toEqual(failure('"approved" has no submission'));
    expect((await run(`submission approve approved ${version}`)).error).toContain(
      "has no submission any more",
    );
    await json("post delete approved returned");
    expect(await json("submission list")).toEqual([]);
  });

  it("manage the knowledge base, and extract questions", async () => {
    await json("kb add", "We open at nine");
    const { out } = runPostern("kb add - --json", { input: "We close at five" });
    const { id } = JSON.parse(out) as { id: string };
    expect(await json("kb search", "CLOSE at")).toMatchObject([{ id }]);
    expect((await run("kb export")).out.trimEnd().split("\n")).toHaveLength(2);
    expect(await json(`kb delete ${id}`)).toEqual({ deleted: id });
    expect(await json("kb list")).toHaveLength(1);
    const html = "<h2>Open?</h2><p>At nine.</p>";
    expect(runPostern("faq extract", { input: html }).out).toBe("Open?\n  At nine.\n");
    writeFileSync("faq.md", "## Open?\n\nAt nine.\n");
    expect(await json("faq extract faq.md")).toEqual([
      { file: "faq.md", entries: [{ question: "Open?", answer: "At nine." }] },
    ]);
  });

  it("remove control characters on a terminal, and keep them in JSON", async () => {
    const text = "\u001b]0;taken\u0007We\u009b2J open\r\nat ten";
    const { id } = await json<{ id: string }>("kb add", text);
    const listed = await run("kb search", "at ten");
    expect(listed.out).toMatch(/\t\ufffd]0;taken\ufffdWe\ufffd2J open at ten\n$/);
    expect(await json("kb search", "at ten")).toMatchObject([{ text }]);
    await json(`kb delete ${id}`);
    writeFileSync("odd.md", '---\ntitle: "Odd\\e[2J"\n---\n## Is\u009b it?\n\nIt\u0007 is.\n');
    await run("post import odd.md");
    writeFileSync("bad\u001b[2J.md", "---\ntitle: [a\n---\n");
    for (const args of [
      "post show odd",
      "post preview odd",
      "post import bad\u001b[2J.md",
      "faq extract odd.md",
      "post show \u001b[2J",
    ]) {
      const { out, error } = await run(args);
      expect(`${out}${error}`).toContain("\ufffd");
      expect(`${out}${error}`).not.toMatch(/[^\P{Cc}\n\t]/u);
    }
    await json("post delete odd");
  });

  it.each([
    ["kb add --file none.txt", "none.txt: ENOENT"],
    ["kb add --file .", ".: EISDIR"],
    ["faq extract none.html", "none.html: ENOENT"],
  ])("name an unreadable input in one line: %j", async (args, reason) => {
    expect(await run(args)).toMatchObject({ code: 1, error: oneLine(`Cannot read ${reason}`) });
  });

  // Everybody can open /proc/self/mem, but reading at its beginning fails.
  it.skipIf(process.platform !== "linux").each(["", " --format feed", " --format html"])(
    "name a file that cannot be imported in one line, with the flags%s",
    async (flags) => {
      const ran = await run(`post import /proc/self/mem${flags}`);
      expect(ran).toMatchObject({ code: 1, error: oneLine("Cannot read /proc/self/mem: EIO") });
    },
  );
});

describe("an invalid command line", () => {
  it.each([
    ["org list --stroage x", "Unknown flag --stroage. Did you mean --storage?"],
    ["org list --colour", "Unknown flag --colour: allowed are --storage, --config, --json"],
    ["org list -s", "Unknown flag -s: allowed are --storage, --config, --json"],
    ["org list more", 'Unknown argument "more": the command takes no arguments'],
    ["org list --storage", "The flag --storage needs a value"],
    ["org list -json=1", "Unknown flag -json. Did you mean --json?"],
    ["org list -- --json", 'Unknown argument "--json": the command takes no arguments'],
    ["org list --json=yes", "--json must be on or off, and is yes"],
    ["org show", "Missing required positional argument: SLUG"],
    ["org create acme --name Acme", "Missing required argument: --site-url"],
    ["post list --status gone", "--status must be one of draft, scheduled, published, archived, and is gone"],
    ["--json org list", "Name a command before the flag --json"],
    ["org lst", 'Unknown command "org lst". Did you mean "org list"?'],
    ["pots list", 'Unknown command "pots". Did you mean "post"?'],
    ["help pots", 'Unknown command "pots". Did you mean "post"?'],
    ["org copy", 'Unknown command "org copy": allowed are create, list, show, update, delete'],
    ["kb add", "Give either a text or --file"],
    ["completion tcsh", "The shell must be one of bash, zsh, fish, and is tcsh"],
  ])("is refused before anything starts: %j", async (args, message) => {
    expect(await run(args)).toEqual({ code: 2, out: "", error: `postern: ${message}\n` });
  });

  it("shows all commands without a command, and exits with 0 for --help", async () => {
    expect(await run("")).toMatchObject({ code: 2, out: expect.stringContaining("COMMANDS") as string });
    const help = await run("key generate --help");
    expect(help.code).toBe(0);
    expect(help.out).toContain("EXAMPLES\n\n  # generate a key\n  postern key generate website");
    expect(help.out).toContain("POSTERN_STORAGE");
    expect(await run("help key generate")).toEqual(help);
    expect((await run("help")).out).toBe((await run("--help")).out);
  });

  it.each(["--version", "-v", "version"])("shows the version for %s", async (args) => {
    expect(await run(args)).toEqual({ code: 0, out: `postern ${version}\n`, error: "" });
    expect(await json(args)).toEqual({ version, node: process.versions.node });
  });
});

describe("settings", () => {
  const where = async (flags: string, variable?: string): Promise<string> => {
    if (variable !== undefined) vi.stubEnv("POSTERN_STORAGE", variable);
    const { error } = await run(`org list${flags}`);
    vi.unstubAllEnvs();
    return error;
  };

  it("come from a flag, then the environment, then the configuration file", async () => {
    // No store can be created at these paths, and the message has the path.
    writeFileSync("postern.config.json", JSON.stringify({ storage: "lmdb:/proc/file" }));
    expect(await where("")).toContain("/proc/file");
    expect(await where("", "lmdb:/proc/environment")).toContain("/proc/environment");
    expect(await where(" --storage lmdb:/proc/flag", "lmdb:/proc/environment")).toContain("/proc/flag");
  });

  it.each([
    ["postern.ts", "const storage: string = 'lmdb:/proc/of-ts';\nexport default { storage };"],
    ["postern.mjs", "export default { storage: 'lmdb:/proc/of-mjs' };"],
  ])("are read from %s", (file, text) => {
    writeFileSync(file, text);
    const { error } = runPostern("org list", { env: { POSTERN_CONFIG: file } });
    expect(error).toContain(`/proc/of-${file.split(".")[1]}`);
  });

  it("that are secret come from the environment or the file, but not from a flag", async () => {
    const serve = "serve --storage memory: --port 0";
    const flag = await run(`${serve} --oidc-client-secret=hush`);
    expect(flag.error).toMatch(/^postern: Unknown flag --oidc-client-secret: allowed are /);
    expect(flag.error).not.toMatch(/hush|allowed are .*client-secret/);
    const { out } = await run("serve --help");
    expect(out).not.toContain("--oidc-client-secret");
    expect(out).toMatch(/POSTERN_OIDC_CLIENT_SECRET, POSTERN_OIDC_CLIENT_SECRET_FILE;\s+oidcClientSecret/);
    writeFileSync("none.json", JSON.stringify({ oidcClientSecret: " " }));
    const provider = "--oidc-issuer https://id.example --oidc-client-id a --config none.json";
    const { code, error } = await run(`${serve} ${provider}`);
    vi.stubEnv("POSTERN_OIDC_CLIENT_SECRET", "hush");
    const lonely = await run(serve);
    const half = await run(`${serve} --oidc-issuer https://id.example`);
    vi.unstubAllEnvs();
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(/^postern: Cannot create the dashboard: oidcClientSecret in none\.json must be/),
    ]);
    expect(lonely.error).toBe("postern: Cannot serve: an OpenID provider also needs --oidc-issuer\n");
    expect(half.error).toBe("postern: Cannot serve: an OpenID provider also needs --oidc-client-id\n");
  });

  it.each([
    ['{"storge":"memory:"}', /Unknown setting storge in wrong\.json: allowed are .*storage/],
    [
      '{"storage":["memory:"]}',
      /Cannot read the configuration wrong\.json: storage must be text, a number, true or false/,
    ],
    ["{", /Cannot read the configuration wrong\.json: .*JSON/],
    ["[]", /its default export must be an object of settings/],
  ])("in an invalid file are refused: %s", async (text, message) => {
    writeFileSync("wrong.json", text);
    expect(await where(" --config wrong.json")).toMatch(message);
  });
});
