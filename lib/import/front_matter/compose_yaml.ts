import { Composer, type CST, type Document, LineCounter, Parser } from "yaml";
import { FrontMatterError } from "./front_matter_error.ts";

/** The first document of a YAML text. */
export interface ComposedYaml {
  document: Document.Parsed | undefined;
  /** Returns the line of an offset in the file, whose first line is the fence. */
  lineOf: (offset: number) => number;
}

/** A position in the text, as the parser passes it to its error handler. */
type ErrorSource = number | readonly [number, ...number[]] | { offset: number };

/**
 * Parses the first document of a YAML text.
 *
 * @throws {FrontMatterError} with the line of the first error
 */
export function composeYaml(text: string): ComposedYaml {
  const lines = new LineCounter();
  const lineOf = (offset: number): number => lines.linePos(offset).line + 1;
  // The parser's own check for unique keys takes quadratic time.
  const composer = new Composer({ strict: false, stringKeys: true, uniqueKeys: false });
  let first: FrontMatterError | undefined;
  const onError = (source: ErrorSource, _code: string, message: string, isWarning?: boolean): void => {
    if (isWarning) return;
    const offset =
      typeof source === "number" ? source : "offset" in source ? source.offset : (source[0] ?? 0);
    // The composer catches the error and passes its message on, once for each level.
    throw (first ??= new FrontMatterError(message, lineOf(offset)));
  };
  // By default the parser continues after an error. A hostile text has an error for each character.
  Reflect.set(composer, "onError", onError);
  function* tokens(): Generator<CST.Token> {
    for (const token of new Parser(lines.addNewLine).parse(text)) {
      if (token.type === "error") throw new FrontMatterError(token.message, lineOf(token.offset));
      yield token;
    }
  }
  for (const document of composer.compose(tokens())) {
    const [error] = document.errors;
    if (error === undefined) return { document, lineOf };
    throw new FrontMatterError(error.message, lineOf(error.pos[0]), error);
  }
  return { document: undefined, lineOf };
}
