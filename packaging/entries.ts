/** Sources of the package's entries, by the file in `bundle/` that `package.json` names. */
export const entries: Readonly<Record<string, string>> = {
  index: "lib/mod.ts",
  access: "lib/access/mod.ts",
  "astro-loader": "lib/astro_loader/mod.ts",
  "aws-lambda": "adapters/aws_lambda.ts",
  bun: "adapters/bun.ts",
  client: "lib/client/mod.ts",
  "cloudflare-workers": "adapters/cloudflare_workers.ts",
  dashboard: "lib/dashboard/mod.ts",
  deno: "adapters/deno.ts",
  faq: "lib/faq/mod.ts",
  feeds: "lib/feeds/mod.ts",
  import: "lib/import/mod.ts",
  inspection: "lib/inspection/mod.ts",
  mcp: "lib/mcp/mod.ts",
  node: "adapters/node.ts",
  react: "lib/react/mod.ts",
  sitemap: "lib/sitemap/mod.ts",
  "storage-drivers": "storage-drivers/open_storage_driver.ts",
  "storage-drivers/deno-kv": "storage-drivers/deno_kv.ts",
  "storage-drivers/durable-object": "storage-drivers/durable_object.ts",
  "storage-drivers/fs": "storage-drivers/fs.ts",
  "storage-drivers/lmdb": "storage-drivers/lmdb.ts",
  "storage-drivers/memory": "storage-drivers/memory.ts",
  "storage-drivers/postgres": "storage-drivers/postgres.ts",
  "storage-drivers/redis": "storage-drivers/redis.ts",
  store: "lib/store/mod.ts",
  "structured-data": "lib/structured_data/mod.ts",
  testing: "lib/testing/mod.ts",
  "testing/content-source": "lib/testing/content_source_suite.ts",
  transfer: "lib/transfer/mod.ts",
  webhooks: "lib/webhooks/verify_webhook.ts",
};

/** Sources of files that have no types, by their file in `bundle/`. */
export const untypedEntries: Readonly<Record<string, string>> = {
  cli: "adapters/cli/main.ts",
  // The thread pool loads this file by a URL from its own chunk, so both are in one folder.
  "chunks/text_thread": "adapters/text_worker/text_thread.ts",
  // Without these, bundlers add the tables of the HTML scanner to programs that only read documents.
  "chunks/faq_of_documents": "lib/faq/extract_faq_entries_from_document.ts",
  "chunks/publishable_faq_of_documents": "lib/faq/extract_publishable_faq_entries_from_document.ts",
};
