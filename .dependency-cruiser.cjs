// Refuses import cycles, and imports that dependency_rules.json does not allow.
const { rooms, cycles } = require("./dependency_rules.json");

/** A room's own files: `lib/http` has folders, `adapters` and `lib` mean their single files. */
const filesOf = (room) => (room === "adapters" || room === "lib" ? `^${room}/[^/]+$` : `^${room}/`);
const patternOf = (folders) => folders.map(filesOf);
const product = "^(?:lib|adapters|storage-drivers)/";

const importRules = Object.entries(rooms).flatMap(([room, { imports, types = [], exceptions = [] }]) => {
  const excepted = exceptions.map(({ to }) => `^${to}$`);
  const own = [filesOf(room), filesOf("lib"), ...patternOf(imports), ...excepted];
  const from = { path: filesOf(room) };
  const allowed = `${room} imports from lib, ${[...imports, ...types].join(", ")}`;
  return [
    {
      name: `imports of ${room}`,
      comment: allowed,
      severity: "error",
      from,
      to: { path: product, pathNot: [...own, ...patternOf(types)] },
    },
    ...(types.length === 0
      ? []
      : [
          {
            name: `type imports of ${room}`,
            comment: `${room} imports only types from ${types.join(", ")}`,
            severity: "error",
            from,
            to: { path: patternOf(types), dependencyTypesNot: ["type-only"] },
          },
        ]),
  ];
});

module.exports = {
  forbidden: [
    {
      name: "no cycles",
      comment:
        "Two files that import each other, types included, are one unit. Move the shared part to a third file.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { pathNot: cycles.map(({ through }) => `^${through}`).join("|") } },
    },
    ...importRules,
    {
      name: "every room has a rule",
      comment: "Add the room to dependency_rules.json",
      severity: "error",
      from: { path: "^(?:lib|adapters)/[^/]+/", pathNot: patternOf(Object.keys(rooms)) },
      to: {},
    },
    {
      name: "lib stands alone",
      comment: "lib runs anywhere: it knows no adapter and no storage driver",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(?:adapters|storage-drivers)/" },
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
