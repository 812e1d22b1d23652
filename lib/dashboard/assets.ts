import { sha256Hex } from "../access/mod.ts";
import { type PreparedResponse, textResponse } from "../exchange/mod.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1f6f5c" d="M3 15V6a5 5 0 0 1 10 0v9zm5-2V6"/><circle cx="10.500" cy="9" r="1" fill="#fff"/></svg>';

/** Name of a static file that the pages load. */
export type AssetName = "style.css" | "script.js" | "icon.svg";

const assets: Readonly<Record<AssetName, { type: string; text: string }>> = {
  "style.css": { type: "text/css; charset=utf-8", text: style },
  "script.js": { type: "text/javascript; charset=utf-8", text: script },
  "icon.svg": { type: "image/svg+xml", text: icon },
};

const versions = new Map<string, string>();

/** Returns the path of a static file. It changes with the content, so browsers can cache the file forever. */
export function assetPath(basePath: string, name: AssetName): string {
  let version = versions.get(name);
  if (version === undefined) versions.set(name, (version = sha256Hex(assets[name].text).slice(0, 12)));
  return `${basePath}/assets/${version}/${name}`;
}

/** Returns the file at a path under `assets/`, or undefined if no such file exists. */
export function findAsset(path: string): PreparedResponse | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!Object.hasOwn(assets, name) || assetPath("", name as AssetName) !== `/assets/${path}`)
    return undefined;
  const { type, text } = assets[name as AssetName];
  return textResponse(200, text, {
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
  });
}
