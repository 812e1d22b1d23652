/** The public API has refused a request of a tool. The message is the problem's text. */
export class CallRefusedError extends Error {
  override name = "CallRefusedError";
  readonly status: number;

  constructor(status: number, problem: { title?: unknown; detail?: unknown; code?: unknown }) {
    super(`${String(problem.title)}: ${String(problem.detail)} (${String(problem.code)})`);
    this.status = status;
  }
}
