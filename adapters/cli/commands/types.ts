import { createClient } from "../../../lib/api/client/mod.ts";
import { publicApiRoot } from "../../../lib/base/api_address.ts";
import { toJson } from "../../../lib/base/text/well_formed.ts";
import { type CliCommand, cliCommand } from "../frame/cli_command.ts";
import { write } from "../frame/output/output.ts";
import { asSecrets } from "../frame/arguments/secret_settings.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { toDeclarations } from "./to_declarations.ts";

/** `postern types`: writes TypeScript types of an organization's posts, with the fields that it defines. */
export const typesCommand: CliCommand = cliCommand({
  meta: { name: "types", description: "Write TypeScript types of the organization's posts, for front ends" },
  args: {
    url: {
      type: "string",
      description: `URL of the API, with or without ${publicApiRoot}`,
      required: true,
    },
    org: { type: "string", description: "Slug of the organization", required: true },
    ...asSettings(
      asSecrets({
        key: { type: "string", description: "API key, if reading needs a key (default: none)" },
      }),
    ),
  },
  examples: [
    {
      line: "postern types --url https://api.example --org acme > postern-types.d.ts",
      does: "write the types",
    },
    {
      line: "postern types --url https://api.example --org acme --json > schema.json",
      does: "write the JSON Schema",
    },
  ],
  run: async ({ args: { url, org: organizationSlug, key, json } }) => {
    const address = url.endsWith("/") ? url.slice(0, -1) : url;
    const client = createClient({
      baseUrl: address.endsWith(publicApiRoot) ? address.slice(0, -publicApiRoot.length) : address,
      organizationSlug,
      ...(key === undefined ? {} : { apiKey: key }),
    });
    const { data } = await client.getSchema();
    await write(json ? `${toJson(data, 2)}\n` : toDeclarations(data.$defs));
  },
});
