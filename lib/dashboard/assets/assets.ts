import { sha256Hex } from "../../access/mod.ts";
import { type PreparedResponse, textResponse } from "../../http/mod.ts";
import { onFirstUse } from "../../base/first_use.ts";
import { scriptHashes } from "../browser_scripts/script_hashes.ts";
import { editorSheet, pictureSheet, style } from "./style.ts";
import { script } from "./script.ts";

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1f6f5c" d="M3 15V6a5 5 0 0 1 10 0v9zm5-2V6"/><circle cx="10.500" cy="9" r="1" fill="#fff"/></svg>';

const texts: Readonly<
  Record<"style.css" | "editor.css" | "pictures.css" | "script.js" | "icon.svg", string>
> = {
  "style.css": style,
  "editor.css": editorSheet,
  "pictures.css": pictureSheet,
  "script.js": script,
  "icon.svg": icon,
};

/** Scripts that are loaded into memory by the first request for them. Most pages do without them. */
const bundledScripts: Readonly<Record<keyof typeof scriptHashes, () => Promise<{ text: string }>>> = {
  "code_editor.js": onFirstUse(() => import("../browser_scripts/code_editor.ts")),
  "editor.js": onFirstUse(() => import("../browser_scripts/editor.ts")),
  "focal_point.js": onFirstUse(() => import("../browser_scripts/focal_point.ts")),
  "kept_texts.js": onFirstUse(() => import("../browser_scripts/kept_texts.ts")),
  "palette.js": onFirstUse(() => import("../browser_scripts/palette.ts")),
  "pictures.js": onFirstUse(() => import("../browser_scripts/pictures.ts")),
};

/** Name of a static file that the pages load. */
export type AssetName = keyof typeof texts | keyof typeof bundledScripts;

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

const versions = new Map<string, string>(Object.entries(scriptHashes));

/** Returns the path of a static file. It changes with the content, so browsers can cache the file forever. */
export function assetPath(basePath: string, name: AssetName): string {
  let version = versions.get(name);
  if (version === undefined) {
    version = sha256Hex(texts[name as keyof typeof texts]).slice(0, 12);
    versions.set(name, version);
  }
  return `${basePath}/assets/${version}/${name}`;
}

/** Returns the file at a path under `assets/`, or undefined if no such file exists. */
export async function findAsset(path: string): Promise<PreparedResponse | undefined> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!isAsset(name) || assetPath("", name) !== `/assets/${path}`) return undefined;
  return textResponse(200, await textOf(name), {
    etag: `"${path.slice(0, path.indexOf("/"))}"`,
    "content-type": types[name.slice(name.lastIndexOf(".") + 1)] ?? "",
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
  });
}

function isAsset(name: string): name is AssetName {
  return Object.hasOwn(texts, name) || Object.hasOwn(bundledScripts, name);
}

async function textOf(name: AssetName): Promise<string> {
  if (Object.hasOwn(texts, name)) return texts[name as keyof typeof texts];
  return (await bundledScripts[name as keyof typeof bundledScripts]()).text;
}
