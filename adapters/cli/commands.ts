import { backupCommand } from "./commands/moving/backup.ts";
import { type CliCommand, commandGroup } from "./frame/cli_command.ts";
import { compactCommand } from "./commands/moving/compact.ts";
import { completionCommand } from "./frame/help/completion_command.ts";
import { createCommand } from "./commands/create.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/moving/doctor.ts";
import { exportCommand } from "./commands/moving/export.ts";
import { faqCommand } from "./commands/faq.ts";
import { helpCommand } from "./frame/help/help_command.ts";
import { importCommand } from "./commands/moving/import.ts";
import { kbCommand } from "./commands/kb.ts";
import { keyCommand } from "./commands/key.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { mediaCommand } from "./commands/media.ts";
import { memberCommand } from "./commands/member.ts";
import { migrateCommand } from "./commands/moving/migrate.ts";
import { orgCommand } from "./commands/org.ts";
import { postCommand } from "./commands/post.ts";
import { redirectCommand } from "./commands/redirect.ts";
import { repairCommand } from "./commands/moving/repair.ts";
import { restoreCommand } from "./commands/moving/restore.ts";
import { searchCommand } from "./commands/search.ts";
import { serveCommand } from "./commands/serve.ts";
import { sitemapCommand } from "./commands/sitemap.ts";
import { storageCommand } from "./commands/storage.ts";
import { submissionCommand } from "./commands/submission.ts";
import { typesCommand } from "./commands/types.ts";
import { userCommand } from "./commands/user.ts";
import { versionCommand } from "./frame/help/version_command.ts";
import { webhookCommand } from "./commands/webhook.ts";

export const commands: CliCommand = commandGroup("Publish an organization's posts over HTTP", {
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
  submission: submissionCommand,
  redirect: redirectCommand,
  search: searchCommand,
  kb: kbCommand,
  media: mediaCommand,
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
