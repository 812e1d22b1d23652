/** A problem detail of the API (RFC 9457). */
interface Problem {
  title?: unknown;
  detail?: unknown;
  code?: unknown;
}

/** Codes of problems that name a parameter or a field. */
const namingCodes: ReadonlySet<unknown> = new Set(["invalid-parameter", "invalid-body"]);

/** Names of arguments whose parameters of the API have other names. */
const argumentOfParameter: Readonly<Record<string, string>> = { q: "query" };

/** The public API has refused a request of a tool. The message is the problem's text, with the names of the tool's arguments. */
export class CallRefusedError extends Error {
  override name = "CallRefusedError";
  readonly status: number;

  constructor(status: number, { title, detail, code }: Problem) {
    const text = namingCodes.has(code)
      ? `An argument is invalid: ${withArgumentNames(String(detail))}`
      : `${String(title)}: ${String(detail)}`;
    super(`${text} (${String(code)})`);
    this.status = status;
  }
}

function withArgumentNames(detail: string): string {
  return detail
    .replace(/^The query parameter ("?)([\w.-]+)/, (_text, quote: string, name: string) => {
      const argument = Object.hasOwn(argumentOfParameter, name) ? argumentOfParameter[name] : name;
      return `${quote}${argument}`;
    })
    .replace(/^Cannot [a-z ]{1,40}: \/(\w+)/, "$1");
}
