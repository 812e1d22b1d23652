import { addressOf, valueOf } from "./form_fields.ts";
import type { PostPlace } from "./post_place.ts";

/** The server's answer to a save. */
export type SaveAnswer =
  | ({
      kind: "saved";
      version: string;
      tag: string;
      savedAs: string;
      rail: string;
      postId: string;
      fields: Readonly<Record<string, string>>;
    } & PostPlace)
  | { kind: "conflict"; message: string; mergeUrl: string; isOwn: boolean }
  | { kind: "signed-out"; message: string; signInUrl: string }
  | { kind: "refused"; message: string; fields: Readonly<Record<string, string>> }
  | { kind: "other-session"; formToken: string; userId: string }
  /** The server has failed, or is too busy. */
  | { kind: "failed"; isBusy: boolean }
  | { kind: "unreachable" };

/** Milliseconds until a save counts as failed, and bytes in a millisecond of a slow connection. */
const longest = 20_000;
const slowest = 16;

/** Browsers allow 64 KiB in requests that outlive their page. */
const longestKeptAlive = 60_000;

/** Statuses of a server or a proxy that is too busy now, and may accept the same request later. */
const temporary: ReadonlySet<number> = new Set([408, 425, 429, 503]);

/** Name of the field with the token of the session. Scripts send it in a header, so that it comes before the body. */
const tokenField = "form-token";

/** Returns the fields of a form as a save of the working copy. */
export function bodyOf(form: HTMLFormElement): FormData {
  const body = new FormData(form);
  body.delete(tokenField);
  // A file is sent only by its button.
  body.delete("file");
  body.set("action", "save");
  return body;
}

/** Sends a save to the address of its form. */
export async function sendBody(form: HTMLFormElement, body: FormData): Promise<SaveAnswer> {
  const size = [...body.values()].reduce(
    (sum, value) => sum + 3 * (typeof value === "string" ? value.length : value.size),
    0,
  );
  try {
    const response = await fetch(addressOf(form), {
      method: "POST",
      headers: { accept: "application/json", "x-form-token": valueOf(form, tokenField) },
      body,
      redirect: "manual",
      keepalive: size < longestKeptAlive,
      signal: AbortSignal.timeout(longest + size / slowest),
    });
    const isBusy = temporary.has(response.status);
    if (response.status >= 500 || isBusy) return { kind: "failed", isBusy };
    return await read(response);
  } catch {
    return { kind: "unreachable" };
  }
}

async function read(response: Response): Promise<SaveAnswer> {
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const answer = isJson ? ((await response.json()) as Record<string, unknown>) : {};
  const text = (name: string): string => (typeof answer[name] === "string" ? answer[name] : "");
  if (response.ok && isJson)
    return {
      kind: "saved",
      version: text("version"),
      tag: text("tag"),
      savedAs: text("savedAs"),
      fields: (answer["fields"] ?? {}) as Record<string, string>,
      rail: text("rail"),
      postId: text("postId"),
      path: text("path"),
      slug: text("slug"),
    };
  // A host with its own sign-in may redirect to it.
  if (response.status === 401 || response.type === "opaqueredirect")
    return { kind: "signed-out", message: text("message"), signInUrl: text("signInUrl") };
  if (response.status === 403 && text("formToken") !== "")
    return { kind: "other-session", formToken: text("formToken"), userId: text("userId") };
  if (response.status === 409 && isJson)
    return {
      kind: "conflict",
      message: text("message"),
      mergeUrl: text("mergeUrl"),
      isOwn: answer["isOwn"] === true,
    };
  const message = text("message") || "The server refused the text. Copy it, and open this page again.";
  return { kind: "refused", message, fields: (answer["fields"] ?? {}) as Record<string, string> };
}
