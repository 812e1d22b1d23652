import { backupCommand } from "./backup_command.ts";
import { type CliCommand, commandGroup } from "./cli_command.ts";
import { compactCommand } from "./compact_command.ts";
import { completionCommand } from "./completion_command.ts";
import { createCommand } from "./create/create_command.ts";
import { demoCommand } from "./demo_command.ts";
import { doctorCommand } from "./doctor_command.ts";
import { exportCommand } from "./export_command.ts";
import { faqCommand } from "./faq_commands.ts";
import { helpCommand } from "./help_command.ts";
import { importCommand } from "./import_command.ts";
import { kbCommand } from "./kb_commands.ts";
import { keyCommand } from "./key_commands.ts";
import { mcpCommand } from "./mcp_command.ts";
import { memberCommand } from "./member_commands.ts";
import { migrateCommand } from "./migrate_command.ts";
import { orgCommand } from "./org_commands.ts";
import { postCommand } from "./post_commands.ts";
import { redirectCommand } from "./redirect_commands.ts";
import { repairCommand } from "./repair_command.ts";
import { restoreCommand } from "./restore_command.ts";
import { searchCommand } from "./search_command.ts";
import { serveCommand } from "./serve_command.ts";
import { sitemapCommand } from "./sitemap_command.ts";
import { storageCommand } from "./storage_commands.ts";
import { typesCommand } from "./types/types_command.ts";
import { userCommand } from "./user_commands.ts";
import { versionCommand } from "./version_command.ts";
import { webhookCommand } from "./webhook_commands.ts";

/** All commands. */
export const commands: CliCommand = commandGroup("postern", "Publish an organization's posts over HTTP", {
  serve: serveCommand,
  demo: demoCommand,
  create: createCommand,
  doctor: doctorCommand,
  org: orgCommand,
  user: userCommand,
  member: memberCommand,
  key: keyCommand,
  webhook: webhookCommand,
  post: postCommand,
  redirect: redirectCommand,
  search: searchCommand,
  kb: kbCommand,
  mcp: mcpCommand,
  backup: backupCommand,
  restore: restoreCommand,
  export: exportCommand,
  import: importCommand,
  migrate: migrateCommand,
  repair: repairCommand,
  compact: compactCommand,
  storage: storageCommand,
  faq: faqCommand,
  sitemap: sitemapCommand,
  types: typesCommand,
  completion: completionCommand(() => commands),
  help: helpCommand(() => commands),
  version: versionCommand,
});
