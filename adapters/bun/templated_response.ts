import type { ResponseParts } from "../../lib/http/mod.ts";

/** What was sent last with the same body, or with none and the same status. */
interface Template {
  status: number;
  /** The names and values that `headers` has now. */
  lines: string[];
  headers: Headers;
  /** A `Blob` is shared by the responses that send it; of an array of bytes each makes a copy. */
  content: Blob | null;
}

const templates = new WeakMap<Uint8Array, Template>();
const bodiless = new Map<number, Template>();

/**
 * Bun's own `Response`, made otherwise. What is sent again has nearly the same headers again: to change those that differ, and have all copied,
 * costs Bun less than half of making them from a plain object.
 */
export class TemplatedResponse extends Response {
  constructor(body: Uint8Array<ArrayBuffer> | null, init: ResponseParts) {
    if (body !== null && init.isShared !== true) {
      super(body, { status: init.status, headers: init.headers.toRecord() });
    } else {
      const { content, headers, status } = body === null ? bodilessTemplate(init) : templateOf(body, init);
      super(content, { status, headers });
    }
  }
}

function bodilessTemplate(init: ResponseParts): Template {
  const known = bodiless.get(init.status);
  if (known !== undefined && takeOver(known, init)) return known;
  const template = toTemplate(null, init);
  bodiless.set(init.status, template);
  return template;
}

function templateOf(body: Uint8Array<ArrayBuffer>, init: ResponseParts): Template {
  const known = templates.get(body);
  if (known !== undefined && takeOver(known, init)) return known;
  const template = toTemplate(new Blob([body]), init);
  templates.set(body, template);
  return template;
}

function toTemplate(content: Blob | null, { status, headers }: ResponseParts): Template {
  return { status, lines: headers.lines, headers: new Headers(headers.toRecord()), content };
}

/** Gives a template the values of other headers; false when these are not the same headers. */
function takeOver(template: Template, { status, headers: { lines } }: ResponseParts): boolean {
  const before = template.lines;
  if (status !== template.status || lines.length !== before.length) return false;
  for (let index = 0; index < lines.length; index += 2) if (lines[index] !== before[index]) return false;
  for (let index = 1; index < lines.length; index += 2) {
    if (lines[index] !== before[index]) template.headers.set(lines[index - 1] ?? "", lines[index] ?? "");
  }
  template.lines = lines;
  return true;
}
