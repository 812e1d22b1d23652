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
