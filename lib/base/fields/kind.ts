import type * as v from "valibot";

/** Name of a kind of value. Forms and front matter choose a control or a reader by it. */
export type KindName =
  | "text"
  | "prose"
  | "markdown"
  | "texts"
  | "number"
  | "boolean"
  | "date"
  | "instant"
  | "url"
  | "language"
  | "choice"
  | "slug"
  | "map"
  | "json";

/** A kind of value: its rule in a request, its description in a response, and its rule in an export. */
export interface Kind<Value> {
  name: KindName;
  /** Validates a value of a request. */
  input: v.GenericSchema<unknown, Value>;
  /** Describes a value of a response. */
  shown: v.GenericSchema<Value>;
  /** Validates a value of an export, which was valid when it was written. */
  moved: v.GenericSchema<unknown, Value>;
  /** True if its texts are names, which are stored in the form of `toName`. */
  isName?: true;
  /** Maximum number of characters of a text. */
  longest?: number;
  /** Allowed values of a choice. */
  choices?: readonly string[];
}
