import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { listen } from "../../servers/listen.ts";
import { verifyWebhook, type WebhookEvent } from "../../../lib/webhooks/verify_webhook.ts";

/** Maximum number of disturbed requests of an event. A second retry comes after 30 seconds, for which the next event of its post would wait. */
const mostDisturbed = 1;

type Disturbance = "drop before" | "drop after" | "error" | "slow" | "twice" | "none";

/** A site's receiver behind a network that loses, delays and repeats requests. */
export class FlakyReceiver {
  /** Bodies of the received events, by id. */
  readonly bodies: Map<string, string> = new Map();
  /** Highest event of each post, by its id. */
  readonly posts: Map<number, WebhookEvent> = new Map();
  readonly wrong: string[] = [];
  /** Events that arrived for the first time after a later event of their post. */
  readonly inverted: string[] = [];
  /** Number of requests for events that were answered with success before. */
  repeated = 0;
  url = "";
  readonly counts: Record<Disturbance, number> = {
    "drop before": 0,
    "drop after": 0,
    error: 0,
    slow: 0,
    twice: 0,
    none: 0,
  };
  readonly #server: Server;
  readonly #random: () => number;
  readonly #disturbed = new Map<string, number>();
  readonly #answered = new Set<string>();
  #secret = "";

  private constructor(random: () => number) {
    this.#random = random;
    this.#server = createServer((request, response) => {
      this.#respond(request, response).catch((error: unknown) => {
        if (!response.destroyed) this.wrong.push(String(error));
      });
    });
  }

  /** Starts a receiver, which stops when the test ends. */
  static async start(random: () => number): Promise<FlakyReceiver> {
    const receiver = new FlakyReceiver(random);
    receiver.url = `${await listen(receiver.#server)}/hook`;
    return receiver;
  }

  /** Sets the secret of the webhook. */
  set secret(secret: string) {
    this.#secret = secret;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = String(request.headers["webhook-id"]);
    if (this.#answered.has(id)) this.repeated++;
    const disturbance = this.#next(id);
    this.counts[disturbance]++;
    if (disturbance === "drop before") return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    await this.#receive(request, body);
    if (disturbance === "twice") await this.#receive(request, body);
    if (disturbance === "drop after") return void request.socket.destroy();
    if (disturbance === "slow") await sleep(200 + this.#random() * 1500);
    if (disturbance !== "error") this.#answered.add(id);
    response.writeHead(disturbance === "error" ? 500 : 204).end();
  }

  #next(id: string): Disturbance {
    const disturbed = this.#disturbed.get(id) ?? 0;
    if (disturbed >= mostDisturbed || this.#random() < 0.7) return "none";
    this.#disturbed.set(id, disturbed + 1);
    const all: Disturbance[] = ["drop before", "drop after", "error", "slow", "twice"];
    return all[Math.floor(this.#random() * all.length)] ?? "none";
  }

  async #receive(request: IncomingMessage, body: string): Promise<void> {
    const headers = new Headers(request.headers as Record<string, string>);
    try {
      const event = await verifyWebhook({ headers, text: async () => body }, this.#secret);
      new Webhook(this.#secret).verify(body, Object.fromEntries(headers));
      this.#apply(event, body);
      if (event.id !== headers.get("webhook-id")) this.wrong.push(`header of another event: ${body}`);
    } catch (error) {
      this.wrong.push(String(error));
    }
  }

  #apply(event: WebhookEvent, body: string): void {
    const before = this.bodies.get(event.id);
    if (before !== undefined && before !== body) this.wrong.push(`two bodies: ${before} ${body}`);
    this.bodies.set(event.id, body);
    if (!("revision" in event.data) || event.data.id === undefined) return;
    const known = this.posts.get(event.data.id);
    const isLater = known !== undefined && sequenceOf(known) > sequenceOf(event);
    if (before === undefined && isLater) this.inverted.push(body);
    const revision = known !== undefined && "revision" in known.data ? known.data.revision : 0;
    if (event.data.revision > revision) this.posts.set(event.data.id, event);
  }
}

function sequenceOf(event: WebhookEvent): number {
  return "sequence" in event ? event.sequence : 0;
}
