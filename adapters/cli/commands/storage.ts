import { defaultSchema, isSchemaName, schemaSql } from "../../../storage-drivers/postgres/sql/migrations.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { UsageError } from "../frame/exit/cli_error.ts";
import { write } from "../frame/output/output.ts";
import { toInteger } from "../store/with_api.ts";
import { text } from "../frame/arguments/argument_definition.ts";

const sql: CliCommand = cliCommand({
  description: "Print the SQL that creates or migrates the tables in PostgreSQL, to run it yourself",
  args: {
    schema: text("Name of the schema of the tables", defaultSchema),
    from: text("Version that the schema has now; 0 creates it", "0"),
  },
  examples: { "postern storage sql | psql postern": "create the tables as the owner of the database" },
  run: async ({ args }) => {
    const { schema } = args;
    if (!isSchemaName(schema)) {
      throw new UsageError(
        "--schema must have up to 63 lowercase letters, digits and _, without pg_ at its beginning",
      );
    }
    const text = schemaSql(schema, toInteger("from", args.from));
    await write(args.json ? `${JSON.stringify({ sql: text })}\n` : text);
  },
});

export const storageCommand: CliCommand = commandGroup("The engine that holds the data", { sql });
