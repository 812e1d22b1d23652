import { readdirSync, readFileSync } from "node:fs";
import {
  isMissing,
  type ProxyName,
  startCaddy,
  type StartedProxy,
  startNginx,
  startVarnish,
} from "./_started_proxy.ts";

/** A configuration of a proxy in front of the API: a file in `deploy/`, or a block of code in the docs and the examples. */
export interface Recipe {
  /** File, or page and line: `docs/sitemaps.md:141`. */
  place: string;
  server: ProxyName;
  code: string;
  /** Value of `--trust-proxy` in the file or the section of the recipe. Undefined if it is not named there. */
  trustProxy: string | undefined;
  /** Paths of the proxy that lead to a response of the API for the organization "acme". */
  paths: readonly string[];
  /** True if the proxy passes all requests of the public API. */
  passesAll: boolean;
}

/** Text by which a block of code passes requests on, by the proxy that reads it. */
const marks: readonly [ProxyName, RegExp][] = [
  ["nginx", /\bproxy_pass\b/],
  ["caddy", /\breverse_proxy\b/],
  ["varnish", /^backend \w+ \{/m],
];

const post = "/api/public/v1/post/acme/hello";

/** Returns every recipe of the project, so that the tests run a new one, too. */
export function findRecipes(): Recipe[] {
  return ["deploy", "docs", "examples"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => !name.includes("node_modules"))
      .flatMap((name) => recipesOf(`${folder}/${name}`)),
  );
}

function recipesOf(path: string): Recipe[] {
  const isPage = /\.mdx?$/.test(path);
  if (!isPage && (!path.startsWith("deploy/") || !proxyFile.test(path))) return [];
  const text = readFileSync(path, "utf8");
  if (isPage) return recipesOfPage(path, text);
  const server = serverOf(text);
  if (server === undefined) throw new Error(`No known proxy reads ${path}`);
  return [{ place: path, server, code: text, trustProxy: trustProxyOf(text), ...pathsOf(text) }];
}

/** Files of `deploy/` that a proxy reads. */
const proxyFile = /\.(?:conf|vcl)$|\/Caddyfile$/;

function serverOf(code: string): ProxyName | undefined {
  return marks.find(([, mark]) => mark.test(code))?.[0];
}

function trustProxyOf(text: string): string | undefined {
  return /--trust-proxy ([\w:/]+(?:[.,][\w:/]+)*)/.exec(text)?.[1];
}

function recipesOfPage(page: string, text: string): Recipe[] {
  return [...text.matchAll(/^```\w*\n([^]*?)^```$/gm)].flatMap(({ index, 1: code = "" }) => {
    const server = serverOf(code);
    if (server === undefined) return [];
    const before = text.slice(0, index);
    const section =
      before.slice(before.lastIndexOf("\n## ") + 1) + (text.slice(index).split("\n## ")[0] ?? "");
    const trustProxy = trustProxyOf(section);
    return [{ place: `${page}:${before.split("\n").length}`, server, code, trustProxy, ...pathsOf(code) }];
  });
}

/** Returns a path for each rule of a recipe. A recipe without rules passes all requests. */
function pathsOf(code: string): Pick<Recipe, "paths" | "passesAll"> {
  const matches = [...code.matchAll(/\b(?:location (?:= )?|handle )(\/\S*?)\*? *\{/g)];
  const rules = matches.length === 0 ? ["/"] : matches.map(([, path = ""]) => path);
  return {
    paths: rules.map((path) => (post.startsWith(path) ? post : path)),
    passesAll: rules.some((path) => "/api/public/v1/".startsWith(path)),
  };
}

const starts = { nginx: startNginx, caddy: startCaddy, varnish: startVarnish };

/** True if the proxy of a recipe cannot run here. */
export const cannotRun = ({ server }: Recipe): boolean => isMissing(server);

/** Starts the proxy of a recipe in front of an API. */
export async function startRecipe({ server, code }: Recipe, apiPort: number): Promise<StartedProxy> {
  return starts[server](code, apiPort);
}
