import type { IncomingMessage, ServerResponse } from "node:http";
import { targetOf } from "../../lib/http/mod.ts";
import { type ListenAddress, type ListeningServer, startListening } from "../node/start_listening.ts";

/** Metrics in the format that a scraper reads. */
interface MetricsText {
  contentType: string;
  text(): Promise<string>;
}

/** Serves `/metrics` on a separate address, so that metrics are not public. */
export async function startMetrics(metrics: MetricsText, address: ListenAddress): Promise<ListeningServer> {
  return startListening((incoming, outgoing) => {
    answer(metrics, incoming, outgoing).catch(() => outgoing.destroy());
  }, address);
}

async function answer(
  metrics: MetricsText,
  { url = "", method }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.setHeader("x-content-type-options", "nosniff");
  if (targetOf(url) !== "/metrics" || (method !== "GET" && method !== "HEAD")) {
    outgoing.writeHead(404, { "content-type": "text/plain" }).end("Metrics are at GET /metrics\n");
    return;
  }
  const text = await metrics.text();
  outgoing.writeHead(200, { "content-type": metrics.contentType, "cache-control": "no-store" }).end(text);
}
