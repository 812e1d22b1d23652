import * as v from "valibot";
import { type FieldsOf, rowsOf } from "./field.ts";

/** Schemas of the fields of a form. */
export type EntriesOf<Form> = {
  [Name in keyof Form]-?: object extends Pick<Form, Name>
    ? v.ExactOptionalSchema<v.GenericSchema<unknown, NonNullable<Form[Name]>>, undefined>
    : v.GenericSchema<unknown, Form[Name]>;
};

/** Returns the schemas of the fields of a form, in the order of the table. `input` is for requests, `shown` for responses, `moved` for exports. */
export function entriesOf<
  Resource extends { readonly [Form in keyof Resource]: object },
  Form extends keyof Resource & string,
>(fields: FieldsOf<Resource>, form: Form, side: "input" | "shown" | "moved"): EntriesOf<Resource[Form]> {
  const entries = rowsOf(fields).flatMap(
    ([name, { kind, on, description, inputDescription = description }]) => {
      if (on[form] === undefined) return [];
      const sentences = { input: inputDescription, shown: description, moved: undefined }[side];
      const schema = sentences === undefined ? kind[side] : v.pipe(kind[side], v.description(sentences));
      return [[name, on[form] === "optional" ? v.exactOptional(schema) : schema]];
    },
  );
  // FieldsOf checks that the form has these fields with these values.
  return Object.fromEntries(entries) as EntriesOf<Resource[Form]>;
}
