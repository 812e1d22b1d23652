/** The package that a storage driver needs is not installed. */
export class MissingPackageError extends Error {
  override name = "MissingPackageError";

  constructor(packageName: string, cause: unknown) {
    super(
      `Cannot open the storage: the package ${packageName} is not installed. Run "npm install ${packageName}"`,
      { cause },
    );
  }
}

/**
 * True if an import failed because a package is not installed.
 *
 * @param packageName Default: any package
 */
export function isMissingPackage(error: unknown, packageName = ""): boolean {
  const isNotFound = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
  return isNotFound && (packageName === "" || error.message.includes(`'${packageName}'`));
}
