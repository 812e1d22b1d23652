import type { Kind } from "./kind.ts";

/** A field of a resource: the one place for its rule, its words and the forms of the resource that have it. */
export interface Field<Value, On> {
  kind: Kind<Value>;
  /** The forms of the resource that have the field. */
  on: On;
  /** Label in the dashboard's forms. Default: the forms do not have the field. */
  label?: string;
  /** Hint in the dashboard's forms. */
  hint?: string;
  /** Sentences in the OpenAPI documents: of all forms, or of a form, of all inputs or of all responses by itself. */
  description?: string | { readonly [Form in keyof On | "input" | "shown"]?: string };
  /** Names in front matter: the first is written, and all are read. */
  frontMatter?: readonly [written: string, ...alsoRead: string[]];
  /** `text` if searches find the field's text. Default: the index has its own rule, or leaves the field out. */
  search?: "text";
}

/** The forms of a resource by name, such as its input and its stored record. */
type Forms<Resource> = { readonly [Form in keyof Resource]: object };

/** The forms that have a field, and if it is optional there. */
type OnOf<Resource, Name> = {
  readonly [
    Form in keyof Resource as Name extends keyof Resource[Form] ? Form : never
  ]: Name extends keyof Resource[Form]
    ? object extends Pick<Resource[Form], Name>
      ? "optional"
      : "required"
    : never;
};

/** The value of a field in all forms. */
type ValueOf<Resource, Name> = {
  [Form in keyof Resource]: Name extends keyof Resource[Form] ? NonNullable<Resource[Form][Name]> : never;
}[keyof Resource];

type FieldName<Resource> = { [Form in keyof Resource]: keyof Resource[Form] }[keyof Resource] & string;

/** A row for each field of a resource. A missing, unknown or wrongly optional row is a compile error. */
export type FieldsOf<Resource extends Forms<Resource>> = {
  readonly [Name in FieldName<Resource>]: Field<ValueOf<Resource, Name>, OnOf<Resource, Name>>;
};

/** A row for code that treats all rows alike. */
export type AnyField = Field<unknown, Readonly<Partial<Record<string, "optional" | "required">>>>;

/** Lists the rows of a table in order. */
export function rowsOf(fields: object): [name: string, field: AnyField][] {
  return Object.entries(fields as Readonly<Record<string, AnyField>>);
}

/** Lists the names of the fields of a form, in order. */
export function namesOn<Resource extends Forms<Resource>, Form extends keyof Resource & string>(
  fields: FieldsOf<Resource>,
  form: Form,
): (keyof Resource[Form] & string)[] {
  const names = rowsOf(fields).flatMap(([name, { on }]) => (on[form] === undefined ? [] : [name]));
  return names as (keyof Resource[Form] & string)[];
}
