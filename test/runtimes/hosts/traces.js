/** Requests with traces on any runtime: returns the spans, and those that code of the host saw as active before and after an await. */
import { context, trace } from "@opentelemetry/api";
import { createPublicApi } from "postern";
import { openTelemetry } from "postern/opentelemetry";
import { memoryDriver } from "postern/storage-drivers/memory";
import { slowDriver } from "postern/testing";
import { AsyncLocalStorageContextManager } from "../../opentelemetry/sdk/node_modules/@opentelemetry/context-async-hooks/dist/index.mjs";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "../../opentelemetry/sdk/node_modules/@opentelemetry/sdk-trace/dist/index.mjs";

const activeId = () => trace.getActiveSpan()?.spanContext().spanId;

export async function traceRequests() {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor({ exporter })];
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const seen = [];
  const findMember = async () => {
    const before = activeId();
    await new Promise((resolve) => setTimeout(resolve, 1));
    seen.push([before, activeId()]);
    return null;
  };
  const storage = slowDriver(memoryDriver(), 2);
  const setUp = createPublicApi({ storage });
  await setUp.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id } = await setUp.users.create({ name: "Ann" });
  await setUp.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
  const { key } = await setUp.apiKeys.generate({ organizationSlug: "acme", userId: id, name: "Test" });
  const api = createPublicApi({ storage, identity: { findMember }, telemetry: openTelemetry() });
  const headers = { "x-api-key": key };
  const ask = async () => api.fetch(new Request("http://api.example/api/public/v1/post/acme", { headers }));
  await Promise.all([ask(), ask(), ask()]);
  const spans = exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    id: span.spanContext().spanId,
    parentId: span.parentSpanContext?.spanId ?? null,
  }));
  return { seen, spans };
}
