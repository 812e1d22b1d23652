import type { InvalidField } from "../errors.ts";
import { type ProblemCode, problems } from "./problems.ts";

export type { ProblemCode } from "./problems.ts";

/** A problem detail (RFC 9457), as it is sent. */
export interface ProblemDetail {
  /** URI of the problem's description. */
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  /** What is wrong where, for bodies. */
  errors?: InvalidField[];
}

/** Where the problems are described; relative to the API's own address. */
const descriptions = "/api/public/v1/docs/problems";

/** A request that is answered with a problem detail. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly code: ProblemCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: readonly InvalidField[] | undefined;
  /** Whether this very object is told again and again, so that what is made of it is worth keeping. */
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
    super(detail, { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
    this.fields = options.fields;
    this.isShared = options.isShared ?? false;
  }

  get status(): number {
    return problems[this.code].status;
  }

  /** The body of the answer, of an API that is mounted at `basePath`. */
  toDetail(basePath: string): ProblemDetail {
    const { status, title } = problems[this.code];
    const type = `${basePath}${descriptions}#${this.code}`;
    const detail: ProblemDetail = { type, title, status, detail: this.message, code: this.code };
    return this.fields === undefined ? detail : { ...detail, errors: [...this.fields] };
  }
}
