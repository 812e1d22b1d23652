import { dialog } from "../../design/dialog.ts";
import { permissions, type Permission } from "../../../access/mod.ts";
import type { OwnKeyInput } from "../../../api/mod.ts";
import { InvalidInputError } from "../../../base/errors.ts";
import { submitButton } from "../../design/button.ts";
import { inputField, selectField } from "../../design/field.ts";
import { formIdInput } from "../../form/form_id.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { textOf, textsOf } from "../../form/read_form.ts";
import { networksField, readNetworks } from "./key_networks_field.ts";
import { pathTo, type Visit } from "../../visit.ts";

const expiries = [
  ["7d", "7 days"],
  ["30d", "30 days"],
  ["90d", "90 days"],
  ["365d", "365 days"],
  ["on", "On a date …"],
  ["never", "Never"],
] as const;

const permissionLabels: Readonly<Record<Permission, string>> = {
  "posts:read": "Read posts",
  "knowledge:write": "Add to the knowledge base",
  "posts:write": "Write and publish posts",
  "knowledge:read": "Read the knowledge base",
  "keys:manage": "Manage API keys",
  "webhooks:manage": "Manage webhooks",
  "members:manage": "Manage members and settings",
};

/** Renders the form that generates a key, with the entered values if it was refused. */
export function keyForm(
  visit: Visit,
  { problem, entered = new FormData() }: { problem?: FormProblem; entered?: FormData },
): Html {
  const errors = problem?.fields;
  const chosen = textsOf(entered, "permissions");
  const isNarrowed = textOf(entered, "scope") === "some";
  return dialog({
    action: pathTo(visit, "settings/api-keys"),
    body: html`${tokenInput(visit)}
${formIdInput(visit)}
${inputField({ name: "name", label: "Name", hint: "The purpose, such as the program that will use the key", value: textOf(entered, "name"), longest: 200, isRequired: true, errors })}
${selectField({ name: "expiresIn", label: "Expires", value: textOf(entered, "expiresIn") || "90d", choices: expiries, errors })}
${inputField({ name: "expiresOn", label: "Last day", hint: "The key expires when this UTC day ends", type: "date", value: textOf(entered, "expiresOn"), errors: expiryErrors(problem) })}
<fieldset>
<legend>Permissions</legend>
<label><input type="radio" name="scope" value="all"${!isNarrowed && html` checked`}> All of mine except <code>knowledge:read</code>, as they are at the time of each request</label>
<label><input type="radio" name="scope" value="some"${isNarrowed && html` checked`}> Only these:</label>
${permissions
  .filter((permission) => visit.actor.permissions.includes(permission))
  .map(
    (permission) =>
      html`<label><input type="checkbox" name="permissions" value="${permission}"${chosen.includes(permission) && html` checked`}> ${permissionLabels[permission]} <code>${permission}</code></label>\n`,
  )}
${errors?.["permissions"] !== undefined && html`<p class="error">Permissions: ${errors["permissions"]}</p>`}
</fieldset>
${networksField({ value: textOf(entered, "networks"), errors })}`,
    confirm: submitButton("Generate API Key", { tone: "main" }),
    cancel: pathTo(visit, "settings/api-keys"),
  });
}

/**
 * Reads the form.
 *
 * @throws {InvalidInputError} if permissions are limited but none is chosen, because the key could do nothing
 */
export function readKeyForm(form: FormData): OwnKeyInput {
  const expiry = textOf(form, "expiresIn");
  const input: OwnKeyInput = { name: textOf(form, "name") };
  if (expiry === "on") input.expiresAt = endOfDay(textOf(form, "expiresOn"));
  else if (expiry !== "never") input.expiresIn = expiry;
  const networks = readNetworks(form);
  if (networks.length > 0) input.networks = networks;
  if (textOf(form, "scope") !== "some") return input;
  const chosen = textsOf(form, "permissions") as Permission[];
  if (chosen.length > 0) return { ...input, permissions: chosen };
  const fields = [{ pointer: "/permissions", message: "must contain at least one" }];
  throw new InvalidInputError("Cannot generate the key", fields);
}

function expiryErrors(problem: FormProblem | undefined): Record<string, string> {
  const error = problem?.fields["expiresAt"];
  return error === undefined ? {} : { expiresOn: error };
}

/** Returns the last millisecond of a day. Invalid days are passed on, so that the validation refuses them. */
function endOfDay(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T23:59:59.999Z` : `${day} is not a date`;
}
