/** Postern opens its store at run time, so Next.js must not bundle it. */
export default { serverExternalPackages: ["postern", "lmdb"] };
