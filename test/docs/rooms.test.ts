import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Room {
  sentence: string;
  imports: string[];
}

/** The rules that `npm run check:imports` applies. */
interface Rules {
  door: string[];
  rooms: Record<string, Room>;
  /** Folders with many files, and why. */
  folders: Record<string, string>;
}

const mostFiles = 25;
const { door, rooms, folders } = JSON.parse(readFileSync("dependency_rules.json", "utf8")) as Rules;

describe("the rooms", () => {
  it("has no single file in lib, except the four at the door", () => {
    const files = entries("lib").filter(({ isFile, name }) => isFile && name.endsWith(".ts"));
    expect(files.map(({ name }) => `lib/${name}`).toSorted()).toEqual(door.toSorted());
  });

  it("names every folder of lib and adapters", () => {
    const found = ["lib", "adapters"].flatMap((top) =>
      entries(top)
        .filter(({ isFile }) => !isFile)
        .map(({ name }) => `${top}/${name}`),
    );
    const named = Object.keys(rooms).filter((room) => room.includes("/"));
    expect(named.toSorted()).toEqual(found.toSorted());
  });

  const withDoor = Object.entries(rooms).filter(([room]) => room.startsWith("lib/") && room !== "lib/base");
  it.each(withDoor)("the door of %s begins with the room's sentence", (room, { sentence }) => {
    const text = readFileSync(`${room}/mod.ts`, "utf8").replaceAll(/\n \* /g, " ");
    expect(text.startsWith(`/** ${sentence}`)).toBe(true);
  });

  it("gives a reason for each folder with more than 25 files", () => {
    const large = ["lib", "adapters", "media-stores", "storage-drivers"].flatMap(allFolders).filter(isLarge);
    expect(large.toSorted()).toEqual(Object.keys(folders).toSorted());
  });

  it("stand in ARCHITECTURE.md with their sentences", () => {
    const page = readFileSync("ARCHITECTURE.md", "utf8").replaceAll(/ +/g, " ");
    const missing = Object.entries(rooms).filter(
      ([room, { sentence }]) => !page.includes(`| \`${room}\` | ${sentence} |`),
    );
    expect(missing).toEqual([]);
  });

  it("imports as drawn", async () => {
    await expect(drawImports()).toMatchFileSnapshot("rooms.mermaid");
  });
});

/** Paths of the project in a text, up to a placeholder such as `*`. */
const pathInText =
  /(?<![\w./-])(?:lib|adapters|media-stores|storage-drivers|test|bench)\/(?:[\w-]+\/)*(?:[\w.-]*\w(?![\w*<]))?/g;

describe("the pages", () => {
  const docs = readdirSync("docs", { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`);
  const pages = [...readdirSync("."), "bench/README.md", ...docs].filter((name) => name.endsWith(".md"));

  it("name only files and folders that exist", () => {
    const missing = pages
      .filter((page) => !page.startsWith("docs/reference/"))
      .flatMap((page) =>
        [...readFileSync(page, "utf8").matchAll(pathInText)]
          .filter(([path]) => !existsSync(path))
          .map(([path]) => `${page}: ${path}`),
      );
    expect(missing).toEqual([]);
  });
});

function entries(folder: string): { name: string; isFile: boolean }[] {
  return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    isFile: entry.isFile(),
  }));
}

function allFolders(folder: string): string[] {
  const inner = entries(folder).filter(({ isFile }) => !isFile);
  return [folder, ...inner.flatMap(({ name }) => allFolders(`${folder}/${name}`))];
}

function isLarge(folder: string): boolean {
  return entries(folder).filter(({ isFile, name }) => isFile && name.endsWith(".ts")).length > mostFiles;
}

/** Draws the imports between the rooms, without `lib/base`, which every room imports. */
function drawImports(): string {
  const cruise = [
    "lib",
    "adapters",
    "media-stores",
    "storage-drivers",
    "--config",
    ".dependency-cruiser.cjs",
  ];
  const collapsed = ["--collapse", "^(?:lib/[^/]+|adapters/[^/]+|media-stores|storage-drivers)"];
  const drawn = [
    "--exclude",
    "^(?:(?:lib|adapters)/[^/]+[.]ts$|lib/base/)",
    ...collapsed,
    "--output-type",
    "mermaid",
  ];
  return execFileSync("node_modules/.bin/depcruise", [...cruise, ...drawn], { encoding: "utf8" });
}
