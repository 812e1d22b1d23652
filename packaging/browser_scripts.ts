import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";

/** Sources of the scripts that pages of the dashboard load, by the file in `lib/dashboard/browser_scripts/`. */
const sources: Readonly<Record<string, string>> = {
  code_editor: "browser/code_editor/code_editor.ts",
  editor: "browser/editor/editor.ts",
  focal_point: "browser/pictures/focal_point.ts",
  kept_texts: "browser/editor/kept_texts.ts",
  palette: "browser/palette/palette.ts",
  pictures: "browser/pictures/pictures.ts",
};

/** The folder of the generated modules. */
export const scriptsFolder = "lib/dashboard/browser_scripts";

const origin = "Generated from `browser/` by `npm run build:browser`.";

/** Returns the text of each generated module, by its path: a module per script, and their hashes. */
export async function browserScripts(root: string): Promise<Map<string, string>> {
  const modules = new Map<string, string>();
  const hashes: string[] = [];
  for (const [name, source] of Object.entries(sources)) {
    const text = await bundle(join(root, source));
    modules.set(
      `${scriptsFolder}/${name}.ts`,
      `/** ${origin} */\nexport const text: string = ${JSON.stringify(text)};\n`,
    );
    hashes.push(`  "${name}.js": "${createHash("sha256").update(text).digest("hex").slice(0, 12)}",\n`);
  }
  const table = `/** First characters of each script's SHA-256. ${origin} */\nexport const scriptHashes = {\n${hashes.join("")}} as const;\n`;
  return modules.set(`${scriptsFolder}/script_hashes.ts`, table);
}

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
