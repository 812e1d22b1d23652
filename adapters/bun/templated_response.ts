/** What was sent last with the same body, or with none and the same status. */
interface Template {
  status: number;
  /** The values that `headers` has now. */
  record: Record<string, string>;
  headers: Headers;
  /** A `Blob` is shared by the responses that send it; of an array of bytes each makes a copy. */
  content: Blob | null;
}

interface Init {
  status: number;
  headers: Record<string, string>;
}

const templates = new WeakMap<Uint8Array, Template>();
const bodiless = new Map<number, Template>();

/**
 * Bun's own `Response`, made otherwise. What is sent again has nearly the same headers again: to change those that differ, and have all copied,
 * costs Bun less than half of making them from a plain object.
 */
export class TemplatedResponse extends Response {
  constructor(body: Uint8Array<ArrayBuffer> | ReadableStream | null, init: Init) {
    if (body instanceof ReadableStream) {
      super(body, init);
      return;
    }
    const { content, headers, status } = body === null ? bodilessTemplate(init) : templateOf(body, init);
    super(content, { status, headers });
  }
}

function bodilessTemplate(init: Init): Template {
  const known = bodiless.get(init.status);
  if (known !== undefined && takeOver(known, init)) return known;
  const template = toTemplate(null, init);
  bodiless.set(init.status, template);
  return template;
}

function templateOf(body: Uint8Array<ArrayBuffer>, init: Init): Template {
  const known = templates.get(body);
  if (known !== undefined && takeOver(known, init)) return known;
  const template = toTemplate(new Blob([body]), init);
  templates.set(body, template);
  return template;
}

function toTemplate(content: Blob | null, { status, headers }: Init): Template {
  return { status, record: { ...headers }, headers: new Headers(headers), content };
}

/** Gives a template the values of other headers; false when these are not the same headers. */
function takeOver({ status, record, headers }: Template, init: Init): boolean {
  if (status !== init.status) return false;
  let surplus = Object.keys(record).length;
  for (const name in init.headers) {
    if (!(name in record)) return false;
    surplus--;
  }
  if (surplus > 0) return false;
  for (const name in init.headers) {
    const value = init.headers[name] ?? "";
    if (value === record[name]) continue;
    headers.set(name, value);
    record[name] = value;
  }
  return true;
}
