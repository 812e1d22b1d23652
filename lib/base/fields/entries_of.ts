import * as v from "valibot";
import { type AnyField, type FieldsOf, rowsOf } from "./field.ts";

/** Schemas of the fields of a form. */
export type EntriesOf<Form> = {
  [Name in keyof Form]-?: object extends Pick<Form, Name>
    ? v.ExactOptionalSchema<v.GenericSchema<unknown, NonNullable<Form[Name]>>, undefined>
    : v.GenericSchema<unknown, Form[Name]>;
};

/** A schema with the parts of its pipe, if it is a pipe. */
type AnySchema = v.GenericSchema & {
  readonly pipe?: readonly [v.GenericSchema, ...v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>[]];
};

/** Use of a kind: in requests, responses or exports. */
type SideOfKind = "input" | "shown" | "moved";

/** Returns the schemas of the fields of a form, in the order of the table. `input` is for requests, `shown` for responses, `moved` for exports. */
export function entriesOf<
  Resource extends { readonly [Form in keyof Resource]: object },
  Form extends keyof Resource & string,
>(fields: FieldsOf<Resource>, form: Form, side: SideOfKind): EntriesOf<Resource[Form]> {
  const entries = rowsOf(fields).flatMap(([name, field]) => {
    const presence = field.on[form];
    if (presence === undefined) return [];
    const schema = describedKind(field, form, side);
    return [[name, presence === "optional" ? v.exactOptional(schema) : schema]];
  });
  // FieldsOf checks that the form has these fields with these values.
  return Object.fromEntries(entries) as EntriesOf<Resource[Form]>;
}

/** Returns the schema of a field's values with its sentences. Exports have no document, so they need no sentences. */
function describedKind({ kind, description }: AnyField, form: string, side: SideOfKind): v.GenericSchema {
  const schema = kind[side];
  if (side === "moved" || description === undefined) return schema;
  const sentences = typeof description === "string" ? description : (description[form] ?? description[side]);
  return sentences === undefined ? schema : described(schema, sentences);
}

/** Describes a schema before its first transformation, because the document of a request ends there. */
function described(schema: AnySchema, sentences: string): v.GenericSchema {
  const [first, ...rest] = schema.pipe ?? [schema];
  const index = rest.findIndex(({ kind }) => kind === "transformation");
  const before = index === -1 ? rest : rest.slice(0, index);
  return v.pipe(first, ...before, v.description(sentences), ...rest.slice(before.length));
}
