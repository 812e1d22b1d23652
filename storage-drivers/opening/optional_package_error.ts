/**
 * Why an optional package cannot be used. `not-installed`: no directory has it. `left-behind`: Postern runs in a bundle, and the package is not
 * installed where the bundle runs. `failed-to-load`: it is installed, and its code or one of its dependencies fails. `bundled`: a bundler changed it.
 */
export type OptionalPackageReason = "not-installed" | "left-behind" | "failed-to-load" | "bundled";

interface OptionalPackageFault {
  action: string;
  reason: OptionalPackageReason;
  cause: unknown;
  /** The package, and the version to install: `better-sqlite3@12`. Default: the package. */
  install?: string | undefined;
}

/** A package that Postern needs only for some options cannot be used. Its `cause` is the error of the runtime. */
export class OptionalPackageError extends Error {
  override name = "OptionalPackageError";
  readonly packageName: string;
  readonly reason: OptionalPackageReason;

  /** @param action the action that needs the package: `open the storage` */
  constructor(packageName: string, { action, reason, cause, install = packageName }: OptionalPackageFault) {
    super(`Cannot ${action}: the package ${packageName} ${explanations[reason](install, cause)}`, {
      cause,
    });
    this.packageName = packageName;
    this.reason = reason;
  }
}

const explanations: Record<OptionalPackageReason, (name: string, cause: unknown) => string> = {
  "not-installed": (name) => `is not installed. Run "npm install ${name}"`,
  "left-behind": (name) =>
    `is not in the bundle, and not installed where the bundle runs. Run "npm install ${name}" there`,
  "failed-to-load": (name, cause) =>
    `is installed, but failed to load: ${firstLine(cause)}. Run "npm install ${name}" again on this machine`,
  bundled: (name) =>
    `was bundled, and does not work in a bundle. Leave it external: serverExternalPackages: ["${name}"] in Next.js, ` +
    `--external:${name} in esbuild, ssr.external in Vite`,
};

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n", 1)[0] ?? "";
}
