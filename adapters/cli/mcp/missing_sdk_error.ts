/** The package of the Model Context Protocol is not installed. */
export class MissingSdkError extends Error {
  override name = "MissingSdkError";

  constructor(cause: unknown) {
    super(
      'Cannot serve the Model Context Protocol: the package @modelcontextprotocol/server is not installed. Run "npm install @modelcontextprotocol/server"',
      { cause },
    );
  }
}
