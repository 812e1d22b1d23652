/** An app that `postern create` can make. */
export interface Starter {
  /** The framework, for the question and the help. */
  description: string;
  /** Packages of the app beside Postern and its store, with their versions. */
  dependencies: Readonly<Record<string, string>>;
  scripts: Readonly<Record<string, string>>;
}

const scripts = { start: "node server.js" };

/** Name of the host of a {@link Starter}. */
export type HostName = "node" | "express" | "fastify" | "koa" | "hono" | "next";

/** The apps by name of their host. The files of each are in `examples/starters`, with those of `common`. */
export const starters: Readonly<Record<HostName, Starter>> = {
  node: { description: "Node alone, without a framework", dependencies: {}, scripts },
  express: { description: "Express 5", dependencies: { express: "^5.1.0" }, scripts },
  fastify: { description: "Fastify 5", dependencies: { fastify: "^5.6.0" }, scripts },
  koa: { description: "Koa 3", dependencies: { koa: "^3.0.0" }, scripts },
  hono: {
    description: "Hono on Node",
    dependencies: { hono: "^4.9.0", "@hono/node-server": "^2.0.0" },
    scripts,
  },
  next: {
    description: "Next.js, a blog with the App Router",
    dependencies: { next: "^16.0.0", react: "^19.2.0", "react-dom": "^19.2.0" },
    scripts: { build: "next build", start: "next start", dev: "next dev" },
  },
};

export const hostNames: readonly HostName[] = Object.keys(starters) as HostName[];
