import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fakePost, FakeWordPress, type Json } from "../import/_wordpress_site.ts";
import { wordpressExport, wordpressItem } from "../import/generators.ts";
import { releaseAfterFile } from "../servers/release_after_file.ts";
import { createAcme, run, workInScratchDirectory, writeFiles } from "./run_command.ts";

workInScratchDirectory();
beforeAll(createAcme);

let server: Server;
let site: FakeWordPress;
let address: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    void site
      .get(address + (request.url ?? ""))
      .then(({ status, headers, text }) => response.writeHead(status, headers).end(text));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
releaseAfterFile(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  site = new FakeWordPress(address);
});

const post = (id: number, fields: Json = {}): Json => fakePost(id, fields, address);
const open = "--webhooks-allow-private-networks on";

describe("postern post import with the address of a site", () => {
  it("imports its posts, continues after a failure, and changes nothing the next time", async () => {
    const html = `<p><a href="${address}/post-2/">two</a> <a href="/post-99/">other</a></p>`;
    site.lists["posts"] = Array.from({ length: 110 }, (_, index) => post(index + 1));
    site.lists["posts"][0] = post(1, { content: { rendered: html } });
    let isBroken = true;
    site.onRequest = (route, parameters) => {
      const isContent = parameters.get("_fields")?.includes("content") ?? false;
      const isSecondPage = route === "wp/v2/posts" && parameters.get("page") === "2" && isContent;
      const refusal = { status: 403, code: "rest_forbidden" };
      if (isSecondPage && isBroken) site.refusals["posts"] = refusal;
    };
    const failed = await run(`post import ${address} ${open}`);
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.error).toContain("HTTP 403 rest_forbidden");
    expect(failed.error).toContain("(imported 100, updated 0, unchanged 0, skipped 0)");
    isBroken = false;
    delete site.refusals["posts"];
    const again = await run(`post import ${address} ${open} --report site.json`);
    expect(again.out + again.error).toContain("imported 10, updated 0, unchanged 100, skipped 0");
    const last = await run(`post import ${address} ${open} --prune --json`);
    expect(JSON.parse(last.out)).toMatchObject({ imported: 0, updated: 0, unchanged: 110, archived: 0 });
    const { posts, redirects } = JSON.parse(readFileSync("site.json", "utf8")) as Record<string, Json[]>;
    expect(posts?.[0]).toMatchObject({
      sourceUrl: `${address}/post-1/`,
      url: "https://acme.example/blog/post-1",
    });
    expect(redirects?.[0]).toEqual({ from: "/post-1/", to: "https://acme.example/blog/post-1" });
    const { out } = await run("post show post-1 --html");
    expect(out).toContain("https://acme.example/blog/post-2");
  });

  it("updates the posts of an export of the same site", async () => {
    const whole = [...wordpressExport({ posts: 0 })].join("");
    const item = wordpressItem({ id: 5000 });
    writeFiles({ "wordpress.xml": whole.replace("</channel>", `${item}</channel>`) });
    expect((await run("post import wordpress.xml")).out).toContain("imported 1");
    site.lists["posts"] = [post(5000)];
    const ran = await run(`post import ${address} ${open}`);
    expect(ran.out).toContain("imported 0, updated 1, unchanged 0");
  });

  it("only shows the changes of a dry run", async () => {
    site.lists["posts"] = [post(1000)];
    const ran = await run(`post import ${address} ${open} --dry-run`);
    expect(ran.out).toContain("would have imported 1");
    expect((await run("post show post-1000")).code).toBe(1);
  });

  it("requests no private address unless webhooks may", async () => {
    const ran = await run(`post import ${address}`);
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.error).toContain("its address must not be in a private network (nothing was imported)");
    expect(site.requests).toEqual([]);
  });

  it.each([
    ["--format ghost", "The address of a site is read in the format wordpress, not ghost"],
    [
      "--media report",
      "--media requires --media-from for the address of a site: its files are not requested",
    ],
    ["--user ada", "--user and --password-stdin require each other"],
    ["--password-stdin", "--user and --password-stdin require each other"],
    ["--user ada --password-stdin", "--user requires a single https address of a WordPress site"],
  ])("refuses %s", async (flags, message) => {
    const ran = await run(`post import ${address} ${open} ${flags}`);
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.error).toContain(message);
  });
});
