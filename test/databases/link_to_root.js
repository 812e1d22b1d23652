// Links this folder's better-sqlite3 into the root, whose drivers then find it.
import { rmSync, symlinkSync } from "node:fs";

const link = new URL("../../node_modules/better-sqlite3", import.meta.url);
rmSync(link, { recursive: true, force: true });
symlinkSync("../test/databases/node_modules/better-sqlite3", link, "junction");
