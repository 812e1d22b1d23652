import { addressOf } from "./form_fields.ts";

/** The server's answer to a save. */
export type SaveAnswer =
  | { kind: "saved"; version: string; savedAt: string; rail: string }
  | { kind: "conflict"; message: string; mergeUrl: string }
  | { kind: "signed-out"; message: string; signInUrl: string }
  | { kind: "refused"; message: string; fields: Readonly<Record<string, string>> }
  | { kind: "other-session"; formToken: string }
  | { kind: "unreachable" };

/** Milliseconds until a save counts as failed. */
const longest = 20_000;

/** Browsers allow 64 KiB in requests that outlive their page. */
const longestKeptAlive = 60_000;

/** Sends the fields of a form as a save of the working copy. */
export async function sendForm(form: HTMLFormElement): Promise<SaveAnswer> {
  const body = new FormData(form);
  body.set("action", "save");
  const size = [...body.values()].reduce(
    (sum, value) => sum + 3 * (typeof value === "string" ? value.length : value.size),
    0,
  );
  try {
    const response = await fetch(addressOf(form), {
      method: "POST",
      headers: { accept: "application/json" },
      body,
      redirect: "manual",
      keepalive: size < longestKeptAlive,
      signal: AbortSignal.timeout(longest),
    });
    if (response.status >= 500) return { kind: "unreachable" };
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
    return { kind: "saved", version: text("version"), savedAt: text("savedAt"), rail: text("rail") };
  if (response.status === 401)
    return { kind: "signed-out", message: text("message"), signInUrl: text("signInUrl") };
  if (response.status === 403 && text("formToken") !== "")
    return { kind: "other-session", formToken: text("formToken") };
  if (response.status === 409 && isJson)
    return { kind: "conflict", message: text("message"), mergeUrl: text("mergeUrl") };
  const message = text("message") || "The server refused the text. Copy it, and open this page again.";
  return { kind: "refused", message, fields: (answer["fields"] ?? {}) as Record<string, string> };
}
