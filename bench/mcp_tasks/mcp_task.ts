/** A request of a person, and the calls with which an assistant answers it. */
export interface McpTask {
  /** The request, as the person words it. */
  request: string;
  /** The calls, in order. */
  calls: readonly McpCall[];
  /** Texts that the last response holds. */
  facts: readonly string[];
  /** True if the assistant has the key of an editor. Default: false. */
  hasKey?: boolean;
}

/** A call of a tool. */
export interface McpCall {
  tool: string;
  /** A value that begins with `$` is a path in the response before, such as `$results.0.id`. */
  given: Readonly<Record<string, unknown>>;
}
