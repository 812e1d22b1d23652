import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { describe, expect, it } from "vitest";
import { smtpMail, smtpSettingsOf } from "../../adapters/cli/serve/mail_arguments.ts";
import { type StartedProcess, startPostern } from "../adapters/start_process.ts";
import { freePort } from "../free_port.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";

/** A mail as an SMTP server received it. */
interface Received {
  from: string;
  to: string[];
  user: string;
  /** Headers and body. */
  text: string;
}

/** Starts an SMTP server with a user and a password. It accepts a mail when `accept` resolves. */
async function startSmtp(accept: () => Promise<void> = async () => undefined): Promise<{
  url: string;
  received: Received[];
  arrived: (count: number) => Promise<void>;
}> {
  const received: Received[] = [];
  let notify = (): void => undefined;
  const server = new SMTPServer({
    // The tests have no certificate.
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "ada" && password === "p@ss:word"
        ? done(null, { user: "ada" })
        : done(new Error("refused")),
    onData: (stream, session, callback) => {
      let text = "";
      stream.setEncoding("utf8").on("data", (part: string) => (text += part));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        received.push({ from, to: rcptTo.map(({ address }) => address), user: String(session.user), text });
        const accepted = async (): Promise<void> => {
          await accept();
          callback();
        };
        notify();
        void accepted();
      });
    },
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  releaseAfterUse(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const arrived = async (count: number): Promise<void> => {
    while (received.length < count) await new Promise<void>((resolve) => (notify = resolve));
  };
  return { url: `smtp://ada:p%40ss%3Aword@127.0.0.1:${port}`, received, arrived };
}

const origin = "https://cms.example";
const message = { kind: "sign-in-link", subject: "Your link", text: "Line\n", html: "<p>Line</p>" } as const;

describe("mail over SMTP", () => {
  it("reaches one recipient, with the headers of one mail", async () => {
    const { url, received } = await startSmtp();
    const settings = smtpSettingsOf({ smtp: url, "mail-from": "Bücher <postern@acme.example>", origin });
    if (settings === undefined) throw new Error("The settings are complete");
    const { send } = smtpMail(settings);
    await send({ ...message, to: "ada@acme.example", subject: "Zugang für Ada\r\nBcc: eve@evil.example" });
    expect(received).toEqual([
      { from: "postern@acme.example", to: ["ada@acme.example"], user: "ada", text: expect.any(String) },
    ]);
    const [head = ""] = (received[0]?.text ?? "").split("\r\n\r\n");
    expect(head).toContain("To: ada@acme.example\r\n");
    expect(head).not.toMatch(/^Bcc:/im);
    expect(head).toContain("From: =?UTF-8?Q?B=C3=BCcher?= <postern@acme.example>");
    for (const to of [
      "ada@acme.example, eve@evil.example",
      "ada@acme.example\r\nRCPT TO:<eve@evil.example>",
    ]) {
      await Promise.resolve(send({ ...message, to })).catch(() => undefined);
    }
    expect(received.flatMap((one) => one.to)).not.toContain("eve@evil.example");
  });

  it("fails if the server refuses it, and within its time limit", async () => {
    const { url } = await startSmtp();
    const settings = smtpSettingsOf({
      smtp: url.replace("word", "wrong"),
      "mail-from": "p@acme.example",
      origin,
    });
    if (settings === undefined) throw new Error("The settings are complete");
    const { send } = smtpMail(settings);
    await expect(send({ ...message, to: "ada@acme.example" })).rejects.toThrow(/Invalid login/);
  });

  it.each([
    [{ smtp: "http://mail.example" }, "--smtp must be a URL"],
    [{ smtp: "smtp://mail.example/path" }, "--smtp must be a URL"],
    [{ smtp: "smtp://mail.example?tls.rejectUnauthorized=false" }, "--smtp must be a URL"],
    [{ smtp: "mail.example" }, "--smtp must be a URL"],
    [{ smtp: "smtp://ada:100%secret@mail.example" }, "Write % itself as %25"],
    [{ "mail-from": undefined }, "--smtp needs --mail-from"],
    [{ "mail-from": "nobody" }, "--mail-from must be one address"],
    [{ "mail-from": "a@b.example\r\nBcc: c@d.example" }, "--mail-from must be one address"],
    [{ "mail-from": "a@b.example, c@d.example" }, "--mail-from must be one address"],
    [{ origin: undefined }, "--smtp needs --origin"],
  ])("refuses the settings %j without the password", (flags, reason) => {
    const valid = { smtp: "smtp://ada:secret@mail.example:25", "mail-from": "p@acme.example", origin };
    const read = (): unknown => smtpSettingsOf({ ...valid, ...flags });
    expect(read).toThrow(reason);
    expect(read).not.toThrow("secret");
  });
});

/** Sends a form as a browser does, and returns the response. */
const sendForm = async (url: string, fields: Record<string, string>, cookie = ""): Promise<Response> =>
  fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    headers: { cookie },
  });

describe("postern serve over an empty store", () => {
  const owner = { organization: "Acme", siteUrl: "", name: "Ada", email: "ada@acme.example" };

  it("leads from the printed code to a signed-in dashboard, and mails the next link", async () => {
    const { url: smtp, received, arrived } = await startSmtp();
    const port = await freePort();
    const here = `http://127.0.0.1:${port}`;
    const server = startPostern(
      `serve --storage memory: --port ${port} --log text --smtp ${smtp} --mail-from postern@acme.example --origin ${here}`,
    );
    const [, address = "", code = ""] = await server.waitFor(/(http:\S+first-run\?code=(\S+))/);
    await server.waitFor(/enter this code/);
    expect(address).toBe(`${here}/dashboard/first-run?code=${code}`);
    const page = await fetch(`${here}/dashboard`);
    expect([page.url, await page.text()]).toEqual([
      `${here}/dashboard/first-run`,
      expect.stringContaining("Set up this server"),
    ]);
    const done = await sendForm(`${here}/dashboard/first-run`, { ...owner, code });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/dashboard/o/acme"]);
    const cookie = done.headers.get("set-cookie")?.split(";")[0] ?? "";
    const overview = await fetch(`${here}/dashboard/o/acme`, { headers: { cookie } });
    expect(await overview.text()).toContain("Overview · Acme");

    await sendForm(`${here}/dashboard/sign-in/mail`, { email: "ada@acme.example" });
    await arrived(1);
    const text = (received[0]?.text ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
    const [link = "", token = ""] = /http:\/\/127\S+sign-in\?token=(\w{43})/.exec(text) ?? [];
    const shown = await fetch(link);
    const linkCookie = shown.headers.get("set-cookie")?.split(";")[0] ?? "";
    const again = await sendForm(`${here}/dashboard/sign-in`, { token }, linkCookie);
    expect([again.status, again.headers.get("location")]).toEqual([303, "/dashboard"]);
    // The log has neither the code nor the token.
    expect(server.output().split(code)).toHaveLength(3);
    expect(server.output()).not.toContain(token);
  });

  it("prints no code into a log of JSON, and none over a store with users", async () => {
    const json = startPostern("serve --storage memory: --port 0 --log json");
    await json.waitFor(/The store has no users and no organizations/);
    expect(json.output()).not.toContain("first-run?code=");
    await json.stop();
  });

  it("refuses to start without the sender", async () => {
    const server = startPostern("serve --storage memory: --port 0 --smtp smtp://ada:secret@mail.example");
    expect(await server.exit).toBe(1);
    expect(server.output()).toContain("--smtp needs --mail-from");
    expect(server.output()).not.toContain("secret");
  });
});

describe("postern serve that is stopped while a mail is being sent", () => {
  /** Starts a server whose owner has requested a sign-in link, which the SMTP server has received and not yet accepted. */
  const startMailing = async (
    accept: () => Promise<void>,
    flags = "--shutdown-timeout 60",
  ): Promise<{ server: StartedProcess; received: Received[]; refusesConnections: () => Promise<void> }> => {
    const { url: smtp, received, arrived } = await startSmtp(accept);
    const port = await freePort();
    const here = `http://127.0.0.1:${port}`;
    const server = startPostern(
      `serve --storage memory: --port ${port} --log text --smtp ${smtp} --mail-from postern@acme.example --origin ${here} ${flags}`,
    );
    const [, code = ""] = await server.waitFor(/first-run\?code=(\S+)/);
    const email = "ada@acme.example";
    await sendForm(`${here}/dashboard/first-run`, {
      organization: "Acme",
      siteUrl: "",
      name: "Ada",
      email,
      code,
    });
    expect((await sendForm(`${here}/dashboard/sign-in/mail`, { email })).status).toBe(200);
    await arrived(1);
    const refusesConnections = async (): Promise<void> => {
      while (
        await fetch(`${here}/healthz`).then(
          () => true,
          () => false,
        )
      );
    };
    return { server, received, refusesConnections };
  };

  it("waits until the mail is accepted", async () => {
    let accept = (): void => undefined;
    const accepted = new Promise<void>((resolve) => (accept = resolve));
    let isAccepted = false;
    const { server, received, refusesConnections } = await startMailing(() => accepted);
    const stopped = server.stop().then(() => isAccepted);
    await refusesConnections();
    isAccepted = true;
    accept();
    expect(await stopped).toBe(true);
    expect(received).toHaveLength(1);
    expect(server.output()).not.toContain("being sent");
  });

  it("stops after the shutdown timeout, and logs the mail", async () => {
    const { server } = await startMailing(() => new Promise(() => undefined), "--shutdown-timeout 1");
    await server.stop();
    expect(server.output()).toContain("Stopped while 1 mail was being sent. Sign-in links and invitations");
  });
});
