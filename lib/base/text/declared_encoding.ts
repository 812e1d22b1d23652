/** The bytes of a file are no text in its encoding, or in no encoding that is read. The message is the reason as a clause. */
export class EncodingError extends Error {
  override name = "EncodingError";
  /** Line of the first invalid byte, starting at 1. Undefined if the whole file is refused. */
  readonly line: number | undefined;

  constructor(reason: string, { line, cause }: { line?: number; cause?: unknown } = {}) {
    super(reason, { cause });
    this.line = line;
  }
}

/** Formats of texts that can declare their encoding. */
export type Markup = "xml" | "html";

/** Number of bytes at the beginning of a file that show its encoding, as the HTML standard has it. */
export const shownBytes = 1024;

/** First bytes of a file, and the encoding that they show: byte order marks, then `<?` of XML in UTF-16. */
const marks: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe, 0, 0], "utf-32le"],
  [[0, 0, 0xfe, 0xff], "utf-32be"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
  [[0x3c, 0, 0x3f, 0], "utf-16le"],
  [[0, 0x3c, 0, 0x3f], "utf-16be"],
];

const attributes = /([^\s"'>=/]{1,50})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/**
 * Returns the name of the encoding that the beginning of a file shows: by its byte order mark, else by the declaration of its format.
 * Undefined without both.
 */
export function declaredEncoding(bytes: Uint8Array, markup: Markup | undefined): string | undefined {
  const [, marked] = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? [];
  if (marked !== undefined || markup === undefined) return marked;
  const head = String.fromCharCode(...bytes.subarray(0, shownBytes));
  const declared = (markup === "html" ? declaredByHtml(head) : undefined) ?? declaredByXml(head);
  // The declaration itself was read as ASCII.
  return declared !== undefined && /^utf-?16/i.test(declared) ? "utf-8" : declared;
}

/** Decodes the beginning of a file to detect its format. Bytes that are no text become U+FFFD. */
export function beginningOfText(bytes: Uint8Array, markup?: Markup): string {
  const encoding = declaredEncoding(bytes, markup) ?? "utf-8";
  try {
    return new TextDecoder(encoding).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder().decode(bytes, { stream: true });
  }
}

function declaredByXml(head: string): string | undefined {
  return /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/.exec(head)?.[1];
}

function declaredByHtml(head: string): string | undefined {
  const tags = head.replace(/<!--[^]*?(?:-->|$)/g, "").match(/<meta\s(?:[^>"']|"[^"]*"|'[^']*')*>/gi) ?? [];
  for (const tag of tags) {
    const found = new Map(
      [...tag.matchAll(attributes)].map(([, name = "", ...values]) => [name.toLowerCase(), values.join("")]),
    );
    const isType = found.get("http-equiv")?.toLowerCase() === "content-type";
    const inType = /charset\s*=\s*["']?([^\s"';]+)/i.exec(found.get("content") ?? "")?.[1];
    const declared = found.get("charset") ?? (isType ? inType : undefined);
    if (declared !== undefined) return declared;
  }
  return undefined;
}
