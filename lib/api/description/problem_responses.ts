import type { ApiOptions } from "../api_options.ts";
import type { Example, ResponseDescription } from "../../http/openapi/mod.ts";
import { ProblemError, problemSchema, type ProblemCode, problems } from "../../http/mod.ts";
import { commonHeaders } from "./response_headers.ts";

/** Returns the problems that a sent key can cause on any path. */
export function keyProblems({ rateLimit: { perSecond, failures } }: ApiOptions): ProblemCode[] {
  return [
    "invalid-key",
    "expired-key",
    "revoked-key",
    "inactive-user",
    "address-not-allowed",
    "quota-exceeded",
    ...(perSecond === undefined ? [] : ["burst-exceeded" as const]),
    ...(failures === undefined ? [] : ["too-many-failures" as const]),
    "internal-error",
    "store-unavailable",
    "store-refused",
  ];
}

/**
 * Returns the error responses of these problems, one for each status.
 *
 * @param common names of the headers that all of them have
 */
export function problemResponses(
  codes: readonly ProblemCode[],
  common: readonly string[] = commonHeaders,
): ResponseDescription[] {
  const statuses = new Set(codes.map((code) => problems[code].status));
  return [...statuses]
    .toSorted((one, other) => one - other)
    .map((status) => {
      const ofStatus = codes.filter((code) => problems[code].status === status);
      return {
        status,
        description: ofStatus.map((code) => `\`${code}\`: ${problems[code].title}.`).join("\n"),
        headers: [...common, ...headersOf(status)],
        content: { mediaType: "application/problem+json", schema: problemSchema, examples: ofStatus },
      };
    });
}

/** Returns an example of every problem. */
export function problemExamples(basePath: string): Record<string, Example> {
  const codes = Object.keys(problems) as ProblemCode[];
  return Object.fromEntries(
    codes.map((code) => {
      const { title, example } = problems[code];
      const fields = code === "invalid-body" ? { fields: [exampleField(example)] } : {};
      return [code, { summary: title, value: new ProblemError(code, example, fields).toDetail(basePath) }];
    }),
  );
}

function exampleField(detail: string): { pointer: string; message: string } {
  const [, pointer = "", message = ""] = /(\/\w+) (.*)/.exec(detail) ?? [];
  return { pointer, message };
}

function headersOf(status: number): string[] {
  if (status === 401) return ["WWW-Authenticate"];
  if (status === 415) return ["Accept"];
  if (status === 416) return ["Content-Range"];
  return status === 429 || status === 503 ? ["Retry-After"] : [];
}
