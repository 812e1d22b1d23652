import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

interface Room {
  /** Rooms that it may import from, beside the single files of `lib`. */
  imports: string[];
  /** Rooms that it may import types from. */
  types?: string[];
  exceptions?: { to: string; reason: string }[];
}

/** The rules that `npm run check:imports` applies. */
interface ImportRules {
  rooms: Record<string, Room>;
  cycles: { through: string; reason: string }[];
}

const rulesFile = "dependency_rules.json";

/** The part of ARCHITECTURE.md that says who imports whom: a table of the rules, their exceptions, and a drawing of the imports. */
export function importSection(): string {
  const { rooms, cycles } = JSON.parse(readFileSync(rulesFile, "utf8")) as ImportRules;
  const exceptions = Object.entries(rooms).flatMap(([room, { exceptions: own = [] }]) =>
    own.map(({ to, reason }) => `- ${code(filesOf(room))} imports ${code(to)}: ${reason}.`),
  );
  return `| Room | Imports, beside the single files of \`lib/\` |
| --- | --- |
${Object.entries(rooms).map(toRow).join("\n")}

Exceptions:

${exceptions.join("\n")}

Import cycles, all of types, that are still allowed:

${cycles.map(({ through, reason }) => `- through ${code(through)}: ${reason}.`).join("\n")}

The imports between the rooms today, without the single files of \`lib/\` and \`adapters/\`:

\`\`\`mermaid
${drawImports().trim()}
\`\`\``;
}

function toRow([room, { imports, types = [] }]: [string, Room]): string {
  const all = [
    ...imports.map((one) => code(filesOf(one))),
    ...types.map((one) => `types of ${code(filesOf(one))}`),
  ];
  return `| ${code(filesOf(room))} | ${all.join(", ") || "none"} |`;
}

function filesOf(room: string): string {
  return room === "adapters" ? "adapters/*.ts" : room;
}

function code(text: string): string {
  return `\`${text}\``;
}

function drawImports(): string {
  const cruise = ["lib", "adapters", "storage-drivers", "--config", ".dependency-cruiser.cjs"];
  const rooms = ["--collapse", "^(?:lib/[^/]+|adapters/[^/]+|storage-drivers)"];
  const drawn = ["--exclude", "^(?:lib|adapters)/[^/]+[.]ts$", ...rooms, "--output-type", "mermaid"];
  return execFileSync("node_modules/.bin/depcruise", [...cruise, ...drawn], { encoding: "utf8" });
}
