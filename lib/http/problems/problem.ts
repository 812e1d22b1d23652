import { publicApiAddress } from "../../base/api_address.ts";
import { withShortQuotes } from "../../base/text/echoed.ts";
import type { InvalidField } from "../../base/errors.ts";
import { type ProblemCode, problems } from "./problems.ts";
import { withoutSecrets } from "../../base/secrets/without_secrets.ts";

export type { ProblemCode } from "./problems.ts";

/** A problem detail (RFC 9457) in a response body. */
export interface ProblemDetail {
  /** URI of the problem's description. */
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  /** Invalid fields of the request body. */
  errors?: InvalidField[];
}

/** An error whose response is a problem detail. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly code: ProblemCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: readonly InvalidField[] | undefined;
  /** True if this error object is reused, so its rendered response can be cached. */
  readonly isShared: boolean;

  constructor(
    code: ProblemCode,
    detail: string,
    options: {
      headers?: Record<string, string>;
      fields?: readonly InvalidField[];
      cause?: unknown;
      isShared?: boolean;
    } = {},
  ) {
    super(withShortQuotes(withoutSecrets(detail)), { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
    this.fields = options.fields;
    this.isShared = options.isShared ?? false;
  }

  get status(): number {
    return problems[this.code].status;
  }

  /** Returns the response body for an API that is mounted at `basePath`. */
  toDetail(basePath: string): ProblemDetail {
    const { status, title } = problems[this.code];
    const type = `${publicApiAddress({ basePath }, "docs", "problems")}#${this.code}`;
    const detail: ProblemDetail = { type, title, status, detail: this.message, code: this.code };
    return this.fields === undefined ? detail : { ...detail, errors: [...this.fields] };
  }
}
