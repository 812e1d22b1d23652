import { card } from "../../design/card.ts";
import { type FieldErrors, inputField, selectField, textField } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import type { FieldTexts } from "./field_texts.ts";
import { placeLabels, propertyLabels, typeLabels } from "./field_words.ts";

/** Renders the properties of a field. */
export function fieldCards(texts: FieldTexts, errors: FieldErrors | undefined): Html {
  const of = <Name extends keyof FieldTexts>(
    name: Name,
  ): { name: Name; label: string; value: string; errors: FieldErrors | undefined } => ({
    name,
    label: propertyLabels[name],
    value: texts[name],
    errors,
  });
  return html`${card({
    id: "field",
    title: "Field",
    body: html`<div class="field-row">${inputField({ ...of("label"), hint: "Writers see it. Default: the name", longest: 100 })}
${inputField({ ...of("name"), hint: "In the API and in front matter, such as readingTime. A new name keeps the values.", longest: 40, isRequired: true })}</div>
${selectField({ ...of("type"), hint: "Values that do not fit a new type are hidden, and stay in the posts.", choices: Object.entries(typeLabels) })}
${textField({ ...of("choices"), hint: "For the type Choice: 1 to 50 texts, one per line", rows: 4 })}
${inputField({ ...of("hint"), hint: "Writers see it below the label.", longest: 200 })}`,
  })}
${card({
  id: "values",
  title: "Values",
  body: html`${checkbox({ ...of("isRequired"), text: "A post needs a value before it is published or scheduled" })}
${textField({ ...of("default"), hint: "Value of posts without one: a number such as 4.5, yes or no, a day such as 2026-11-26, a time in UTC such as 2026-11-26T09:00, one text per line for a list, or JSON", rows: 2 })}`,
})}
${card({
  id: "responses",
  title: "Responses",
  body: html`${selectField({ ...of("shown"), choices: Object.entries(placeLabels) })}
${checkbox({ ...of("isFilterable"), text: "Lists can be filtered and sorted by the field (at most 5 fields)" })}
${inputField({ ...of("schemaOrg"), hint: "Property of the structured data that has the value, such as Article.timeRequired", longest: 100 })}
${textField({ ...of("earlierNames"), hint: "Values under these names belong to the field, too. One per line, at most 10. A new name adds the old one.", rows: 2 })}`,
})}`;
}

interface Checkbox {
  name: string;
  text: string;
  value: string;
  errors: FieldErrors | undefined;
}

function checkbox({ name, text, value, errors }: Checkbox): Html {
  const error = errors?.[name];
  return html`<div class="field inline"><label><input type="checkbox" name="${name}" value="on"${value !== "" && html` checked`}${error !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`}> ${text}</label>
${error !== undefined && html`<p class="error" id="${name}-error">This ${error}</p>`}</div>`;
}
