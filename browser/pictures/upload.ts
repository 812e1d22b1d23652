import { sizeInWords } from "../../lib/base/text/size_in_words.ts";
import type { Picture } from "./picture.ts";

/** Outcome of an upload. */
export type UploadResult =
  | { kind: "added"; picture: Picture }
  | { kind: "cancelled" }
  | { kind: "failed"; message: string; signInUrl?: string; canRepeat: boolean };

/** An upload that is running. */
export interface Upload {
  form: HTMLFormElement;
  /** Called with the uploaded part of the file, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** A response of the server. The status is 0 if the connection failed. */
interface Answer {
  status: number;
  text: string;
  isJson: boolean;
}

const unreachable =
  "There is no connection to the server. Your text is not affected. Try again when you are online.";

/** Uploads a file to the pictures of the organization. If the same user has begun another session, sends it again with the token of that session. */
export async function uploadFile(file: File, upload: Upload): Promise<UploadResult> {
  const { form, signal } = upload;
  const most = Number(form.dataset["pictureBytes"]);
  if (file.size > most) {
    return failed(
      `The file is larger than ${sizeInWords(most)}, which is the most. Make it smaller, and add it again.`,
    );
  }
  if (file.size === 0) return failed("The file is empty.");
  for (let attempts = 0; !signal.aborted; attempts++) {
    const answer = await send(file, upload);
    if (answer === undefined) break;
    const values = valuesOf(answer);
    const isOtherSession = answer.status === 403 && typeof values["formToken"] === "string";
    if (!isOtherSession || attempts > 0 || values["userId"] !== form.dataset["user"])
      return resultOf(answer, values);
    useToken(String(values["formToken"]));
  }
  return { kind: "cancelled" };
}

/** Returns the token of the session, which scripts send in a header, so that it comes before the file. */
export function sessionHeaders(form: HTMLFormElement): Record<string, string> {
  const token = form.querySelector<HTMLInputElement>("input[name=form-token]")?.value ?? "";
  return { accept: "application/json", "x-form-token": token };
}

function useToken(token: string): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[name=form-token]"))
    field.value = token;
}

/** Sends a file. Undefined if the upload is cancelled. Only this old interface reports the progress of an upload in every browser. */
async function send(file: File, { form, onProgress, signal }: Upload): Promise<Answer | undefined> {
  const request = new XMLHttpRequest();
  request.open("POST", form.dataset["pictures"] ?? "");
  for (const [name, value] of Object.entries(sessionHeaders(form))) request.setRequestHeader(name, value);
  request.upload.addEventListener("progress", ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0),
  );
  const stop = (): void => request.abort();
  signal.addEventListener("abort", stop);
  const body = new FormData();
  body.set("file", file);
  const ended = new Promise<void>((resolve) => request.addEventListener("loadend", () => resolve()));
  request.send(body);
  await ended;
  signal.removeEventListener("abort", stop);
  if (signal.aborted) return undefined;
  const isJson = request.getResponseHeader("content-type")?.startsWith("application/json") === true;
  return { status: request.status, text: request.responseText, isJson };
}

function valuesOf({ text, isJson }: Answer): Record<string, unknown> {
  return isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
}

function resultOf({ status, text, isJson }: Answer, values: Record<string, unknown>): UploadResult {
  if (status === 0) return failed(unreachable, true);
  if (status < 300 && isJson) return { kind: "added", picture: values["picture"] as Picture };
  // A host with its own sign-in may answer with the page of it.
  if (status === 401 || status < 300) {
    const link = new DOMParser()
      .parseFromString(text, "text/html")
      .querySelector<HTMLAnchorElement>("main a");
    const message =
      "Your session has ended. Sign in in another tab, then try again. Your text is still here.";
    return { ...failed(message, true), ...(link !== null && { signInUrl: link.href }) };
  }
  const message = typeof values["message"] === "string" ? values["message"] : "";
  const isTemporary = status === 408 || status === 429 || status >= 500;
  if (isTemporary)
    return failed(message || "The server cannot take the file at the moment. Try again in a minute.", true);
  if (status === 413) return failed(message || "The file is too large.");
  return failed(
    message || "The server refused the file. Open this page again, and add it once more.",
    status === 403,
  );
}

function failed(message: string, canRepeat = false): UploadResult & { kind: "failed" } {
  return { kind: "failed", message, canRepeat };
}
