import { jsonResponse, type PreparedResponse } from "../../http/mod.ts";

/** An error of an endpoint for clients (RFC 6749, section 5.2). */
export class OAuthError extends Error {
  override name = "OAuthError";
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: string,
    description: string,
    { status = 400, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(description);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }

  toResponse(): PreparedResponse {
    const body = { error: this.code, error_description: this.message };
    return jsonResponse(body, this.status, { ...uncached, ...this.headers });
  }
}

/** Header of each response with a token or a client. */
export const uncached: Readonly<Record<string, string>> = { "cache-control": "no-store" };
