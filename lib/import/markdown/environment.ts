import type { Env, Token } from "markdown-it";
import type { MarkdownDialect } from "../../content/mod.ts";
import type { MarkdownNotes } from "./markdown_notes.ts";

/** A footnote that is defined in the text. */
export interface Footnote {
  /** Number in the order of the first references. Undefined until it is referenced. */
  number: number | undefined;
  references: number;
  content: readonly Token[];
}

/** State of the rendering of one text, which the rules share. */
export interface MarkdownEnvironment extends Env {
  dialect: MarkdownDialect;
  notes: MarkdownNotes;
  /** Footnotes by label. */
  footnotes: Map<string, Footnote>;
  /** Referenced footnotes in the order of their numbers. */
  referenced: Footnote[];
}

/** Returns the state for a text. */
export function newEnvironment(given: Pick<MarkdownEnvironment, "dialect" | "notes">): MarkdownEnvironment {
  return { ...given, footnotes: new Map(), referenced: [] };
}

/** Returns the state that {@link newEnvironment} created. */
export function environmentOf(state: { env: Env }): MarkdownEnvironment {
  return state.env as MarkdownEnvironment;
}
