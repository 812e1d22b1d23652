// Refuses import cycles, and imports that dependency_rules.json does not allow.
const { door, rooms } = require("./dependency_rules.json");

const product = "^(?:lib|adapters|media-stores|storage-drivers)/";
const exactly = (file) => `^${file.replaceAll(".", "[.]")}$`;

/** A room's own files. `adapters` has only its single files. */
const filesOf = (room) => (room === "adapters" ? "^adapters/[^/]+$" : `^${room}/`);

/** The files of a room that others may import. `lib/base`, the adapters and the drivers have no door: each file is one. */
const doorsOf = (room) =>
  room === "lib/base" || !room.startsWith("lib/")
    ? [filesOf(room)]
    : ["mod.ts", ...Object.keys(rooms[room].doors ?? {})].map((file) => exactly(`${room}/${file}`));

const importRules = Object.entries(rooms).map(([room, { imports }]) => ({
  name: `imports of ${room}`,
  comment: `${room} imports from ${["lib/base", ...imports].join(", ")}, by their doors`,
  severity: "error",
  from: { path: filesOf(room) },
  to: {
    path: product,
    pathNot: [
      filesOf(room),
      ...["lib/base", ...imports].flatMap(doorsOf),
      ...(room.startsWith("adapters") ? [exactly("lib/mod.ts")] : []),
    ],
  },
}));

module.exports = {
  forbidden: [
    {
      name: "no cycles",
      comment:
        "Two files that import each other, types included, are one unit. Move the shared part to a third file.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    ...importRules,
    {
      name: "rooms are entered by their doors",
      severity: "error",
      from: { path: door.map(exactly) },
      to: { path: product, pathNot: [...door.map(exactly), ...Object.keys(rooms).flatMap(doorsOf)] },
    },
    {
      name: "every file is in a room",
      comment: "Add the room to dependency_rules.json, with its sentence",
      severity: "error",
      from: { path: product, pathNot: [...door.map(exactly), ...Object.keys(rooms).map(filesOf)] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    includeOnly: product,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts"] },
  },
};
