import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createWebhookSecret, signWebhook } from "../../lib/webhooks/secrets/sign_webhook.ts";
import { verifyWebhook, type VerifyWebhookOptions } from "../../lib/webhooks/verify_webhook.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const otherSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const body = JSON.stringify({ type: "post.updated", data: { slug: "grüße" } });
const now = Date.UTC(2026, 5, 15, 12);
const seconds = String(now / 1000);

interface Sent {
  headers?: Record<string, string>;
  sentBody?: string;
}

function receive(
  { headers = {}, sentBody = body }: Sent,
  secrets: string | string[] = secret,
  options: VerifyWebhookOptions = {},
): Promise<unknown> {
  const request = new Request("https://site.example/hook", { method: "POST", headers, body: sentBody });
  return verifyWebhook(request, secrets, { now, ...options });
}

const signed = (secrets = [secret], time = now): Promise<Record<string, string>> =>
  signWebhook({ id: "evt_1", time, body }, secrets);

describe("verifyWebhook", () => {
  it("returns the event of an authentic request", async () => {
    expect(await receive({ headers: await signed() })).toEqual({
      type: "post.updated",
      data: { slug: "grüße" },
    });
  });

  it("accepts either secret during a roll, on either side", async () => {
    const both = await signed([otherSecret, secret]);
    expect(both["webhook-signature"]?.split(" ")).toHaveLength(2);
    await receive({ headers: both });
    await receive({ headers: both }, otherSecret);
    await receive({ headers: await signed() }, [otherSecret, secret]);
  });

  it("refuses every change, and names the reason", async () => {
    const headers = await signed();
    const signature = headers["webhook-signature"] ?? "";
    const { "webhook-id": _id, ...withoutId } = headers;
    const refused: [string, () => Promise<unknown>][] = [
      ["missing-header", () => receive({})],
      ["missing-header", () => receive({ headers: withoutId })],
      ["invalid-timestamp", () => receive({ headers: { ...headers, "webhook-timestamp": "1e9" } })],
      ["invalid-timestamp", () => receive({ headers: { ...headers, "webhook-timestamp": "-1" } })],
      ["invalid-signature", () => receive({ headers: { ...headers, "webhook-id": "evt_2" } })],
      [
        "invalid-signature",
        () => receive({ headers: { ...headers, "webhook-timestamp": String(now / 1000 + 1) } }),
      ],
      ["invalid-signature", () => receive({ headers, sentBody: `${body} ` })],
      ["invalid-signature", () => receive({ headers }, otherSecret)],
      [
        "invalid-signature",
        () => receive({ headers: { ...headers, "webhook-signature": signature.replace("v1,", "v2,") } }),
      ],
      [
        "invalid-signature",
        () => receive({ headers: { ...headers, "webhook-signature": signature.slice(0, -6) } }),
      ],
      ["invalid-signature", () => receive({ headers: { ...headers, "webhook-signature": "v1,?" } })],
      ["invalid-secret", () => receive({ headers }, "whsec_*")],
      ["invalid-secret", () => receive({ headers }, "")],
    ];
    for (const [reason, act] of refused) {
      await expect(act()).rejects.toMatchObject({ name: "WebhookVerificationError", reason });
    }
  });

  it("accepts a difference of 5 minutes, and no more", async () => {
    const at = (time: number): Promise<unknown> => receiveSignedAt(time);
    await at(now - 300_000);
    await at(now + 300_000);
    for (const time of [now - 301_000, now + 301_000]) {
      await expect(at(time)).rejects.toMatchObject({ reason: "expired-timestamp" });
    }
    await receive({ headers: await signed([secret], now - 400_000) }, secret, { toleranceSeconds: 400 });
  });

  it("accepts the events of other senders, which may have no type", async () => {
    for (const event of [{}, { eventType: "invoice.paid", data: { id: 7 } }]) {
      const sentBody = JSON.stringify(event);
      const headers = await signWebhook({ id: "evt_1", time: now, body: sentBody }, [secret]);
      expect(await receive({ headers, sentBody })).toEqual(event);
    }
  });

  it("refuses a signed body that is not an event", async () => {
    for (const sentBody of ["", "null", "[]", "{", "1", '"text"']) {
      const headers = await signWebhook({ id: "evt_1", time: now, body: sentBody }, [secret]);
      await expect(receive({ headers, sentBody })).rejects.toMatchObject({ reason: "invalid-body" });
    }
  });
});

async function receiveSignedAt(time: number): Promise<unknown> {
  return receive({ headers: await signed([secret], time) });
}

describe("the package standardwebhooks", () => {
  it("verifies a signed message", async () => {
    const time = Date.now();
    const headers = await signWebhook({ id: "evt_1", time, body }, [otherSecret, secret]);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it("signs messages that are verified", async () => {
    const signature = new Webhook(secret).sign("msg_1", new Date(now), body);
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": seconds,
      "webhook-signature": signature,
    };
    expect(await receive({ headers })).toEqual(JSON.parse(body));
    await expect(receive({ headers }, otherSecret)).rejects.toThrow("no signature matches");
  });

  it("accepts a generated secret", async () => {
    const generated = createWebhookSecret((length) => new Uint8Array(length).fill(7));
    expect(generated).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const headers = await signWebhook({ id: "evt_1", time: Date.now(), body }, [generated]);
    expect(new Webhook(generated).verify(body, headers)).toEqual(JSON.parse(body));
  });
});
