/** An app that `postern create` can make. Its texts are those of an app in TypeScript. */
export interface Starter {
  /** The framework, for the question and the help. */
  description: string;
  /** Folders of `examples/starters` with the files of the app. A file of a later folder replaces that of an earlier one. */
  folders: readonly string[];
  /** The place of the data, if the host brings it. Default: the setting of the app. */
  data?: string;
  /** Packages of the app beside Postern and its store, with their versions. */
  dependencies?: Readonly<Record<string, string>>;
  devDependencies?: Readonly<Record<string, string>>;
  /** Packages that only an app in TypeScript needs. */
  typePackages: Readonly<Record<string, string>>;
  scripts: Readonly<Record<string, string>>;
  /** Name of the script that starts the app from its source. */
  start: "start" | "dev";
  /** True if the running app creates its content, because its store exists only within it. */
  seedsWhileRunning?: boolean;
}

const typeScript = { typescript: "^6.0.0", "@types/node": "^20.19.0" };
const onNode = {
  typePackages: { ...typeScript, tsx: "^4.20.0" },
  scripts: {
    seed: "node --import tsx seed.ts",
    start: "node --import tsx server.ts",
    dev: "node --watch --import tsx server.ts",
    check: "tsc",
  },
  start: "start",
} as const;

/** Name of the host of a {@link Starter}. */
export type HostName = "node" | "express" | "fastify" | "koa" | "hono" | "next" | "workers" | "deno";

/** The apps by name of their host. */
export const starters: Readonly<Record<HostName, Starter>> = {
  node: {
    ...onNode,
    description: "Node alone, without a framework",
    folders: ["common", "on_node", "node"],
  },
  express: {
    ...onNode,
    description: "Express 5",
    folders: ["common", "on_node", "express"],
    dependencies: { express: "^5.1.0" },
    typePackages: { ...onNode.typePackages, "@types/express": "^5.0.0" },
  },
  fastify: {
    ...onNode,
    description: "Fastify 5",
    folders: ["common", "on_node", "fastify"],
    dependencies: { fastify: "^5.6.0" },
  },
  koa: {
    ...onNode,
    description: "Koa 3",
    folders: ["common", "on_node", "koa"],
    dependencies: { koa: "^3.0.0" },
    typePackages: { ...onNode.typePackages, "@types/koa": "^3.0.0" },
  },
  hono: {
    ...onNode,
    description: "Hono on Node",
    folders: ["common", "on_node", "hono"],
    dependencies: { hono: "^4.9.0", "@hono/node-server": "^2.0.0" },
  },
  next: {
    description: "Next.js, a blog with the App Router",
    folders: ["common", "on_node", "next"],
    dependencies: { next: "^16.0.0", react: "^19.2.0", "react-dom": "^19.2.0" },
    typePackages: { ...onNode.typePackages, "@types/react": "^19.2.0", "@types/react-dom": "^19.2.0" },
    scripts: {
      seed: onNode.scripts.seed,
      dev: "next dev",
      build: "next build",
      start: "next start",
      check: "tsc",
    },
    start: "dev",
  },
  workers: {
    description: "Cloudflare Workers, with the data in Durable Objects",
    folders: ["common", "workers"],
    data: "Durable Objects",
    devDependencies: { wrangler: "^4.0.0" },
    typePackages: onNode.typePackages,
    scripts: {
      seed: "node --env-file=.dev.vars --import tsx seed.ts",
      start: "wrangler dev --port 3000",
      deploy: "wrangler deploy",
      check: "tsc",
    },
    start: "start",
    seedsWhileRunning: true,
  },
  deno: {
    description: "Deno, with the data in Deno KV",
    folders: ["common", "deno"],
    data: "Deno KV",
    typePackages: {},
    scripts: {
      seed: "deno run --allow-net --allow-env --allow-read --allow-write seed.ts",
      start: "deno run --allow-net --allow-env --allow-read --allow-write server.ts",
      check: "deno check",
    },
    start: "start",
  },
};

export const hostNames: readonly HostName[] = Object.keys(starters) as HostName[];
