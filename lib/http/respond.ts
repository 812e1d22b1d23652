import type { ProblemError } from "./problem.ts";

const encoder = new TextEncoder();

/** The one place where responses are made: bytes, so that their length is known. */
function respond(status: number, text: string, headers: Record<string, string>): Response {
  const body = encoder.encode(text);
  return new Response(body, { status, headers: { ...headers, "content-length": String(body.length) } });
}

/** An answer in JSON. */
export function respondJson(value: object, status = 200, headers: Record<string, string> = {}): Response {
  return respond(status, JSON.stringify(value), { ...headers, "content-type": "application/json" });
}

/** An answer in XML. */
export function respondXml(xml: string): Response {
  return respond(200, xml, { "content-type": "application/xml" });
}

/** An answer that says what is wrong with the request (RFC 9457). */
export function respondProblem(problem: ProblemError): Response {
  const headers = { ...problem.headers, "content-type": "application/problem+json" };
  return respond(problem.status, JSON.stringify(problem.toDetail()), headers);
}

/** An answer without a body. */
export function respondEmpty(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers });
}
