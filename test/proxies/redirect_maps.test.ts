import { createServer } from "node:http";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { ReportDocument } from "../../adapters/cli/post_import/import_report/report_document.ts";
import type { RedirectMaps } from "../../adapters/cli/post_import/import_report/redirect.ts";
import { createAcme, json, workInScratchDirectory } from "../adapters/run_command.ts";
import { listen } from "../servers/listen.ts";
import { head, rawRequest } from "../runtimes/raw_request.ts";
import { isMissing, startCaddy, type StartedProxy, startNginx } from "./_started_proxy.ts";

type Started = Omit<StartedProxy, "folder">;

/** Old addresses by the post that has them, as authors write them into front matter. */
const addresses: Readonly<Record<string, string[]>> = {
  plain: ["/2020/01/plain/", "/plain.html", "/old/Plain"],
  spaces: ["/a b/c d.html", "/tab%09here"],
  unicode: ["/über-uns/", "/日本語/記事", "/caf%C3%A9", "/latin1/%E9"],
  quotes: [`/say-"hi"`, "/it's", "/tick`s", "/back%5Cslash", '/both`%5C"'],
  nginx: ["/a;b", "/cost-$5", "/$host", "/${uri}", '/x"; return 200 hacked; #', "/'; } server { listen 81; "],
  caddy: ["/{path}", "/{$HOME}", "/{env.HOME}", "/%60%0Arespond%20hacked", '/"%0A}%0Arespond "hacked"'],
  patterns: ["/a.c", "/star*", "/c++", "/(group)", "/[set]", "/^end$", "/a|b", "/~.*", "/:splat", "/100%25"],
  slashes: ["/double//slash", "/encoded%2Fslash", "/./dots/../up", "/default", "/hostnames", "/include"],
  queries: ["/?p=123", "/?page_id=7&preview=true", "/index.php?title=A+b&x=%22$y{z}"],
  fragments: ["/page#part"],
  long: [`/${"very-long-".repeat(20)}`],
};

workInScratchDirectory();
let report: ReportDocument;
beforeAll(async () => {
  mkdirSync("posts");
  for (const [name, aliases] of Object.entries(addresses)) {
    const frontMatter = JSON.stringify({ title: name, aliases });
    writeFileSync(`posts/${name}.md`, `${frontMatter}\n\nText\n`);
  }
  await createAcme();
  await json("post import posts --report report.json");
  report = JSON.parse(readFileSync("report.json", "utf8")) as ReportDocument;
});

/** Old addresses that a server's configuration cannot express. */
const query = "/index.php?title=A+b&x=%22$y{z}";
const braces = [
  "/';%20%7D%20server%20%7B%20listen%2081;",
  "/$%7Buri%7D",
  "/%7B$HOME%7D",
  "/%7Benv.HOME%7D",
  "/%7Bpath%7D",
];
const inexpressible: Record<keyof RedirectMaps, string[]> = {
  nginx: ["/latin1/%E9"],
  caddy: [...braces, "/both%60%5C%22", "/latin1/%E9", query],
  _redirects: ["/:splat", "/?p=123", "/?page_id=7&preview=true", "/star*", "/~.*", query],
};

/** Old addresses that no server can redirect. */
const everywhere = [
  "/page#part",
  "/%22%0A%7D%0Arespond%20%22hacked%22",
  "/%60%0Arespond%20hacked",
  "/tab%09here",
];

it("the report names each old address that has no redirect", () => {
  const { redirects, unmapped } = report;
  const named = (map: keyof RedirectMaps): string[] =>
    unmapped.filter(({ missingIn }) => missingIn.includes(map)).map(({ from }) => from);
  for (const [map, expected] of Object.entries(inexpressible)) {
    expect({ map, named: new Set(named(map as keyof RedirectMaps)) }).toEqual({
      map,
      named: new Set([...everywhere, ...expected]),
    });
  }
  const count = Object.values(addresses).flat().length;
  expect(new Set([...redirects, ...unmapped].map(({ from }) => from)).size).toBe(count);
});

interface MapTest {
  map: keyof RedirectMaps;
  start: (text: string) => Promise<Started>;
}

function describeMap(name: string, { map, start }: MapTest): void {
  describe(`the redirect map of ${name}`, () => {
    let proxy: Started;
    beforeAll(async () => {
      proxy = await start(report.redirectMaps[map]);
    });

    const send = async (path: string): Promise<string> => {
      const request = head(`GET ${path}`).replace("localhost", new URL(proxy.origin).host);
      return rawRequest(proxy.origin, request);
    };

    it("redirects every old address, except those that the report names", async () => {
      const missing = new Set(
        report.unmapped.filter(({ missingIn }) => missingIn.includes(map)).map(({ from }) => from),
      );
      const mapped = report.redirects.filter(({ from }) => !missing.has(from));
      expect(mapped.length).toBeGreaterThan(20);
      for (const { from, to } of mapped) {
        const answer = await send(from);
        expect(answer).toMatch(/^HTTP\/1\.1 30[18] /);
        expect(/^location: (\S+)/im.exec(answer)?.[1]).toBe(to);
      }
    });

    it("takes no configuration from an address", async () => {
      for (const path of ["/", "/unknown", "/x", "/127.0.0.1", "/star-x", "/aXc", "/other", "/?p=124"]) {
        const answer = await send(path);
        expect(answer).toMatch(/^HTTP\/1\.1 404 /);
        expect(answer).not.toContain("hacked");
      }
    });
  });
}

if (!isMissing("nginx")) {
  describeMap("nginx", {
    map: "nginx",
    start: async (text) => {
      const rule = /if \(.*\}$/m.exec(text)?.[0] ?? "";
      return startNginx(`\n${text}\nserver { listen 80; ${rule} location / { return 404; } }`, 0);
    },
  });
}

if (!isMissing("caddy")) {
  describeMap("Caddy", {
    map: "caddy",
    start: async (text) => startCaddy(`acme.example {\n${text}\nrespond 404\n}\n`, 0),
  });
}

describeMap("a host that reads _redirects", { map: "_redirects", start: startRedirectsHost });

/** Starts a server that reads a `_redirects` file: three fields between spaces, and paths compared as they are sent. */
async function startRedirectsHost(text: string): Promise<Started> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const rules = new Map<string, string>();
  for (const line of lines) {
    const fields = line.split(/\s+/);
    expect(fields).toHaveLength(3);
    const [from = "", to = "", status] = fields;
    expect(status).toBe("301");
    expect(from).not.toMatch(/\*|:[A-Za-z]/);
    rules.set(from, to);
  }
  const server = createServer(({ url = "" }, response) => {
    const to = rules.get(url.split("?", 1)[0] ?? "");
    response.writeHead(to === undefined ? 404 : 301, to === undefined ? {} : { location: to }).end();
  });
  return { origin: await listen(server) };
}
