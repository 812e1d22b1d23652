import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ListedWebhook, WebhookDelivery, WebhookWithSecret } from "../../lib/mod.ts";
import { listen } from "../servers/listen.ts";
import type { Finding } from "../../adapters/standalone/doctor/finding.ts";
import { createAcme, json, run, workInScratchDirectory } from "./run_command.ts";
import { startPostern } from "./start_process.ts";

workInScratchDirectory();
let url = "";
let status = 204;

beforeAll(async () => {
  url = `${await listen(createServer((_request, response) => response.writeHead(status).end("seen")))}/hook`;
  await createAcme();
});
afterAll(() => vi.unstubAllEnvs());

describe("postern webhook", () => {
  it("says how to set the secret", async () => {
    const { code, error } = await run("webhook create https://acme.example/hook");
    expect(code).toBe(1);
    expect(error).toMatch(/^postern: Cannot create the webhook: .*Set POSTERN_SECRET/);
    vi.stubEnv("POSTERN_SECRET", "short");
    const short = await run("webhook list");
    expect(short.code).toBe(1);
    expect(short.error).toMatch(/POSTERN_SECRET must be at least 32 characters/);
  });

  it("refuses private networks unless they are allowed", async () => {
    vi.stubEnv("POSTERN_SECRET", "a random text of at least 32 characters");
    expect((await run("webhook create", url)).error).toMatch(/\/url must be an absolute URL with https/);
    const http = ["--webhooks-allow-http", "on"];
    expect((await run("webhook create", url, ...http)).error).toMatch(/private network/);
    const wrong = await run("webhook list --webhooks-allow-http yes");
    expect(wrong.error).toMatch(/--webhooks-allow-http must be on or off, and is yes/);
  });

  it("manages webhooks", async () => {
    vi.stubEnv("POSTERN_SECRET", "a random text of at least 32 characters");
    vi.stubEnv("POSTERN_WEBHOOKS_ALLOW_HTTP", "on");
    vi.stubEnv("POSTERN_WEBHOOKS_ALLOW_PRIVATE_NETWORKS", "on");
    const shown = await run("webhook create", url, "--events", "post.updated, post.moved", "--json");
    expect(shown.error).toBe("The webhook's secret is shown only here\n");
    const { id, secret, events } = JSON.parse(shown.out) as WebhookWithSecret;
    expect([secret.slice(0, 6), events]).toEqual(["whsec_", ["post.updated", "post.moved"]]);
    expect((await run("webhook list")).out).toBe(`${id}\t${url}\tenabled\t0\tnever\n`);
    const changed = await json<ListedWebhook>(`webhook update ${id} --tags a,b`);
    expect(changed).toMatchObject({ tags: ["a", "b"], events });
    expect(await json<ListedWebhook>(`webhook show ${id}`)).not.toHaveProperty("secret");
    expect(await json<WebhookDelivery>(`webhook test ${id}`)).toMatchObject({ status: 204 });
    status = 500;
    const failed = await run(`webhook redeliver ${id} 1`);
    expect([failed.code, failed.out]).toEqual([1, expect.stringMatching(/^status +500$/m)]);
    const log = (await run(`webhook deliveries ${id}`)).out.trimEnd().split("\n");
    expect(log.map((line) => line.split("\t").slice(2).join(" "))).toEqual([
      "webhook.test 1 abandoned 500",
      "webhook.test 1 delivered 204",
    ]);
    expect((await run(`webhook abandoned ${id} --limit 5 --before 9`)).out).toBe("");
    const filter = "--events post.updated --ids evt_1,evt_2 --since 2026-06-15T12:00:00Z --until 2026-06-16";
    expect(await json(`webhook redeliver-abandoned ${id} ${filter}`)).toEqual({ redelivered: 0 });
    expect((await run(`webhook redeliver-abandoned ${id} --since soon`)).error).toContain("/since must be");
    expect((await run(`webhook pause ${id}`)).out).toBe(`Paused the webhook ${id}\n`);
    expect((await run("webhook list")).out).toContain("\tpaused\t");
    expect((await run(`webhook resume ${id}`)).out).toBe(`Resumed the webhook ${id}\n`);
    const rolled = await run(`webhook roll ${id} --overlap 1h --json`);
    expect((JSON.parse(rolled.out) as WebhookWithSecret).secret).not.toBe(secret);
    vi.stubEnv(
      "POSTERN_SECRET",
      "another text of at least 32 characters, a random text of at least 32 characters",
    );
    expect((await run("webhook reencrypt")).out).toBe("Encrypted the secrets of 1 webhooks again\n");
    expect((await run(`webhook delete ${id}`)).out).toBe(`Deleted the webhook ${id}\n`);
    expect((await run("webhook list")).out).toBe("");
    expect((await run(`webhook show ${id}`)).error).toContain(`"acme" has no webhook "${id}"`);
  });

  it("that a server cannot sign are in its log, and a finding of the doctor", async () => {
    vi.stubEnv("POSTERN_SECRET", "a random text of at least 32 characters");
    vi.stubEnv("POSTERN_WEBHOOKS_ALLOW_HTTP", "on");
    vi.stubEnv("POSTERN_WEBHOOKS_ALLOW_PRIVATE_NETWORKS", "on");
    const { id } = await json<WebhookWithSecret>("webhook create", url);
    const signing = async (): Promise<Finding | undefined> =>
      (JSON.parse((await run("doctor --port 0 --json")).out) as Finding[]).find(
        ({ check }) => check === "webhooks",
      );
    expect(await signing()).toMatchObject({ status: "ok" });
    vi.stubEnv("POSTERN_SECRET", "");
    expect(await signing()).toMatchObject({
      status: "warning",
      detail: `1 webhook cannot be signed, such as ${id} of "acme": POSTERN_SECRET is missing, which decrypts their secrets`,
    });
    const server = startPostern("serve --port 0 --log json", {
      cwd: process.cwd(),
      env: { POSTERN_SECRET: "another text of at least 32 characters" },
    });
    await server.waitFor(/Postern serves/);
    expect(server.output()).toMatch(
      new RegExp(`"level":40.*1 webhook cannot be signed, such as ${id} of .*no text of POSTERN_SECRET`),
    );
    await server.stop();
    vi.stubEnv("POSTERN_SECRET", "a random text of at least 32 characters");
    await json(`webhook delete ${id}`);
  });
});
