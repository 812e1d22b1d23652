import type { AdapterRequestContext } from "@hattip/core";
import { HeaderList } from "./header_list.ts";
import type { ProblemCode, ProblemError } from "./problem.ts";

/** What a handler answers: all of a response, before it is made one. */
export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Bytes, or the pieces of what is too long to be put together. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  /** Whether `last-modified` changes with every change of the answer, so that a date is enough to compare. */
  isDated?: boolean;
  /** Whether this very object answers again and again, so that what is made of it is worth keeping. */
  isShared?: boolean;
  /** Of an answer that is a problem detail. */
  code?: ProblemCode;
}

/** An answer with everything that its response says. Its headers are its own: who gets it may change them. */
export interface CompleteAnswer extends Pick<Answer, "status" | "body" | "code" | "isShared"> {
  headers: HeaderList;
}

/** A class that responses are made with in place of the global one. */
export type ResponseClass = new (body: Uint8Array<ArrayBuffer> | null, init: ResponseParts) => Response;

/** A response but for its body. */
export interface ResponseParts {
  status: number;
  headers: HeaderList;
  /** Whether the very same body is sent again and again, so that what is made of it is worth keeping. Default: false. */
  isShared?: boolean | undefined;
}

/** An adapter can hand in a class of its own, where the global one costs more than the answer. */
export function responseClassOf({ platform }: AdapterRequestContext): ResponseClass | undefined {
  return (platform as { Response?: ResponseClass } | undefined)?.Response;
}

const encoder = new TextEncoder();

/** An answer in JSON. */
export function jsonAnswer(value: object, status = 200, headers: Record<string, string> = {}): Answer {
  return textAnswer(status, JSON.stringify(value), { "content-type": "application/json", ...headers });
}

/** An answer that says what is wrong with the request (RFC 9457), described under the base path of the API. */
export function problemAnswer(problem: ProblemError, basePath: string): Answer {
  const headers = { "content-type": "application/problem+json", ...problem.headers };
  const answer = textAnswer(problem.status, JSON.stringify(problem.toDetail(basePath)), headers);
  return { code: problem.code, isShared: problem.isShared, ...answer };
}

/**
 * The `Last-Modified` of a change (RFC 9110, section 8.8.2). It is rounded up to the second, so that a client that read within that second,
 * before the change, has an older date.
 */
export function lastModifiedHeader(time: number | undefined): Record<string, string> {
  return time === undefined ? {} : { "last-modified": new Date(Math.ceil(time / 1000) * 1000).toUTCString() };
}

/** An answer without a body. */
export function emptyAnswer(status: number, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: null };
}

/** The one place where responses are made. What comes in pieces takes the global class: a lighter one carries bytes only. */
export function toResponse(answer: CompleteAnswer, Class?: ResponseClass): Response {
  const { status, headers, body } = answer;
  if (Class === undefined || body instanceof ReadableStream) {
    return new Response(body, { status, headers: headers.toRecord() });
  }
  return new Class(body, answer);
}

/** An answer with the header of all responses: browsers take the body for the media type that it has, and no other. */
export function asComplete(answer: Answer): CompleteAnswer {
  const headers = HeaderList.of(answer.headers);
  headers.set("x-content-type-options", "nosniff");
  return { ...answer, headers };
}

/**
 * An answer in any text; its headers say which.
 *
 * What is added to a spread object stands before it, here and wherever answers are made: in Node 20 an object that gets a property after it
 * was spread has a hidden class of its own, which costs more than the object.
 */
export function textAnswer(status: number, text: string, headers: Record<string, string>): Answer {
  const body = encoder.encode(text);
  return { status, headers: { "content-length": String(body.length), ...headers }, body };
}
