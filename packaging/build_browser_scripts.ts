import { writeFileSync } from "node:fs";
import { browserScripts } from "./browser_scripts.ts";

for (const [path, text] of await browserScripts(process.cwd())) writeFileSync(path, text);
