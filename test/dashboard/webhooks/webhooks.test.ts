import { beforeEach, describe, expect, it } from "vitest";
import { createDashboard } from "../../../lib/dashboard/mod.ts";
import { createPublicApi } from "../../../lib/mod.ts";
import { expectPage, signIn, signInAs, visit } from "../dashboard_world.ts";
import { verify } from "../../webhooks/_receiver.ts";
import { allOf } from "../../async_items.ts";
import { section, WebhookWorld } from "./webhook_world.ts";

const attack = `"'><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}`;

let webhooks: WebhookWorld;

beforeEach(async () => {
  webhooks = await WebhookWorld.open();
});

/** Returns the secret that a page shows. */
function secretOf(text: string): string {
  return /id="new-secret" data-copy>(whsec_[\w+/=]+)</.exec(text)?.[1] ?? "";
}

/** Returns the error beside a field. */
function errorOf(text: string, label: string): string | undefined {
  return new RegExp(`<p class="error"[^>]*>(${label} [^<]*)</p>`).exec(text)?.[1];
}

describe("the list", () => {
  it("shows URL, events, state and last delivery of each webhook", async () => {
    const { id, path } = await webhooks.create({
      events: ["post.moved", "post.deleted"],
      description: "Site",
    });
    const rowOf = async (): Promise<string> =>
      new RegExp(`<tr><th scope="row"><a href="/dashboard${path}">.*?</tr>`, "s").exec(
        await webhooks.page(section),
      )?.[0] ?? "";
    const fresh = await rowOf();
    for (const text of [
      "https://site.example/hook",
      "Site",
      "<code>post.moved</code>, <code>post.deleted</code>",
      ">enabled<",
      ">never<",
    ])
      expect(fresh).toContain(text);
    await webhooks.send(`${path}/test`);
    await webhooks.send(`${path}/pause`);
    const used = await rowOf();
    expect(used).toContain(">paused<");
    expect(used).toContain('title="2026-06-15 12:00:00 UTC">just now<');
    expect(await webhooks.get(id)).toMatchObject({ status: "paused" });
  });

  it("is in the navigation of members who may manage webhooks", async () => {
    const link = 'href="/dashboard/o/acme/settings/webhooks"';
    expect(await webhooks.page("/o/acme")).toContain(link);
    const editor = await signInAs(webhooks.world, "editor");
    expect(await webhooks.page("/o/acme", editor)).not.toContain(link);
  });
});

describe("creating a webhook", () => {
  it("shows the secret once, which verifies the requests", async () => {
    const fields = { url: "https://new.example/in", description: "Site", scope: "all", tags: "" };
    const created = await webhooks.send(`${section}/new`, fields);
    const secret = secretOf(created.text);
    expect(created.status).toBe(201);
    expect(created.text).toContain('import { verifyWebhook } from "postern/webhooks"');
    const { id } =
      (await allOf(webhooks.world.api.webhooks.iterate("acme"))).find(({ url }) => url === fields.url) ?? {};
    for (const path of [section, `${section}/${id}`, "/o/acme", "/o/acme/settings/audit"])
      expect(await webhooks.page(path)).not.toContain(secret.slice(6, 20));
    await webhooks.send(`${section}/${id}/test`);
    const [request] = webhooks.receiver.requests;
    if (request === undefined) throw new Error("no request was sent");
    const event = await verify(request, secret, webhooks.world.world.clock.now());
    expect(event.type).toBe("webhook.test");
  });

  it("takes events and filters, by line", async () => {
    await webhooks.send(`${section}/new`, {
      url: "https://new.example/",
      description: "",
      scope: "some",
      events: ["post.published", "post.deleted"],
      sections: "News\r\n Opinion, long \r\n\r\n",
      tags: "a",
      languages: "de",
    });
    const { description, ...created } =
      (await allOf(webhooks.world.api.webhooks.iterate("acme"))).find(({ url }) =>
        url.includes("new.example"),
      ) ?? {};
    expect(description).toBeUndefined();
    expect(created).toMatchObject({
      events: ["post.published", "post.deleted"],
      sections: ["News", "Opinion, long"],
      tags: ["a"],
      languages: ["de"],
    });
  });

  it.each<[Record<string, string>, string, string]>([
    [{ url: "http://new.example/" }, "URL", "URL must be an absolute URL with https"],
    [{ url: "https://10.0.0.1/" }, "URL", "URL must not be in a private network"],
    [{ url: "" }, "URL", "URL must be an absolute URL with https"],
    [
      { scope: "some" },
      "Events",
      "Events must include at least one. Check an event, or choose all of posts, redirects and the organization",
    ],
    [{ description: "x".repeat(201) }, "Description", "Description must be at most 200 characters"],
    [{ tags: "x".repeat(201) }, "Tags", "Tags on line 1 must be at most 200 characters"],
    [{ sections: "x\n".repeat(51) }, "Sections", "Sections must contain at most 50 items"],
  ])("names the error beside the field, and keeps the entries: %j", async (wrong, label, message) => {
    const before = await allOf(webhooks.world.api.webhooks.iterate("acme"));
    const given = { url: "https://kept.example/", languages: "kept-language", ...wrong };
    const { status, text } = await webhooks.send(`${section}/new`, given);
    expect([status, errorOf(text, label)]).toEqual([422, message]);
    expect(text).toContain(`value="${given.url}"`);
    expect(text).toContain("\nkept-language</textarea>");
    expect(text).toContain('role="alert">The webhook was not saved. Correct the marked fields.</div>');
    expect(await allOf(webhooks.world.api.webhooks.iterate("acme"))).toEqual(before);
  });

  it("creates a single webhook if the form is sent twice", async () => {
    const fields = { url: "https://twice.example/", "form-id": "same" };
    const sent = [
      await webhooks.send(`${section}/new`, fields),
      await webhooks.send(`${section}/new`, fields),
    ];
    expect(sent.map(({ status }) => status)).toEqual([201, 303]);
    expect(sent[1]?.text).toContain("This form was already sent, so no webhook was created");
    const all = await allOf(webhooks.world.api.webhooks.iterate("acme"));
    expect(all.filter(({ url }) => url === fields.url)).toHaveLength(1);
  });

  it("says that the organization has too many", async () => {
    for (let count = 0; count < 49; count++) await webhooks.create();
    const { status, text } = await webhooks.send(`${section}/new`, { url: "https://one.example/" });
    expect([status, text]).toEqual([409, expect.stringContaining("an organization can have 50 webhooks")]);
  });
});

describe("without POSTERN_SECRET", () => {
  it("says how to set it, and offers no form", async () => {
    const { world } = webhooks.world;
    const api = createPublicApi({ storage: world.storage, clock: world.clock });
    const without = { api, dashboard: createDashboard(api) };
    const visitor = await signIn(without, webhooks.world.owner.userId);
    for (const path of ["", "/new", `/${webhooks.world.webhookId}`]) {
      const text = await (await visit(without, section + path, visitor)).text();
      expect(text).toContain("This server cannot send webhooks yet.");
      expect(text).not.toContain("openssl");
      expect(text).toContain("POSTERN_SECRET");
      expect(text).not.toContain("New webhook</a>");
      expect(text).not.toContain("Create webhook</button>");
    }
    const form = { "form-token": visitor.formToken, "form-id": "1", url: "https://new.example/" };
    const refused = await visit(without, `${section}/new`, { cookie: visitor.cookie, form });
    await expectPage(refused, 409, "POSTERN_SECRET");
  });
});

describe("the page of a webhook", () => {
  it("changes the settings, and removes emptied fields", async () => {
    const { id, path } = await webhooks.create({
      description: "Old",
      tags: ["a", "b"],
      events: ["post.moved"],
    });
    const page = await webhooks.page(path);
    expect(page).toContain("\na\nb</textarea>");
    expect(page).toContain('value="post.moved" checked');
    const saved = await webhooks.send(path, {
      url: "https://moved.example/",
      description: "",
      scope: "all",
      events: "post.moved",
      tags: "b\nc",
    });
    expect(saved.location).toBe(`${path}?done=webhook-saved`);
    const webhook = await webhooks.get(id);
    expect(webhook).toMatchObject({ url: "https://moved.example/", tags: ["b", "c"] });
    expect(webhook).not.toHaveProperty("description");
    expect(webhook).not.toHaveProperty("events");
    const refused = await webhooks.send(path, { url: "ftp://x", scope: "all" });
    expect([refused.status, errorOf(refused.text, "URL")]).toEqual([
      422,
      "URL must be an absolute URL with https",
    ]);
    expect(refused.text).toContain("<details open>");
    expect(refused.text).toContain('value="ftp://x"');
  });

  it("replaces the secret, and says for how long the old one also signs", async () => {
    const { path } = await webhooks.create();
    const fields = { overlap: "7d", "form-id": "same" };
    const rolled = await webhooks.send(`${path}/roll`, fields);
    expect([rolled.status, secretOf(rolled.text)]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    expect(rolled.text).toMatch(/also signs until <time[^>]*>2026-06-22 12:00 UTC/);
    expect((await webhooks.send(`${path}/roll`, fields)).text).toContain("was not replaced again");
    expect(await webhooks.page(path)).toMatch(/also signs until <time[^>]*>2026-06-22 12:00 UTC/);
    const wrong = await webhooks.send(`${path}/roll`, { overlap: "soon" });
    expect([wrong.status, errorOf(wrong.text, "The old secret also signs for")]).toEqual([
      422,
      expect.stringContaining("must be"),
    ]);
  });

  it("pauses, resumes and deletes", async () => {
    const { id, path } = await webhooks.create();
    const paused = await webhooks.send(`${path}/pause`);
    expect(paused.text).toContain("<strong>This webhook is paused.</strong>");
    expect(paused.text).not.toContain(`${path}/pause"`);
    expect((await webhooks.send(`${path}/resume`)).text).toContain("The webhook is enabled.");
    expect(await webhooks.get(id)).toMatchObject({ status: "enabled" });
    expect(await webhooks.page(`${path}/delete`)).toContain("https://site.example/hook");
    const deleted = await webhooks.send(`${path}/delete`);
    expect(deleted.location).toBe(`${section}?done=webhook-deleted`);
    expect(await webhooks.get(id)).toBeNull();
  });

  it.each([
    [410, "because its URL responded with 410 Gone"],
    [500, "because no delivery succeeded for 3 days"],
  ] as const)("explains why it was disabled after %i, as does the overview", async (status, reason) => {
    const { id, path } = await webhooks.disable(status);
    expect(await webhooks.page(path)).toContain(reason);
    expect(await webhooks.page(section)).toContain(">disabled<");
    const overview = await webhooks.page("/o/acme");
    expect(overview).toContain(`<a href="/dashboard${path}">https://site.example/hook</a> was disabled on `);
    expect(overview).toContain(reason);
    const editor = await signInAs(webhooks.world, "editor");
    expect(await webhooks.page("/o/acme", editor)).not.toContain("was disabled");
    webhooks.receiver.reply = () => 204;
    await webhooks.send(`${path}/resume`);
    expect(await webhooks.get(id)).toMatchObject({ status: "enabled" });
    expect(await webhooks.page("/o/acme")).not.toContain("was disabled");
  });

  it("warns while deliveries fail", async () => {
    const { path } = await webhooks.create();
    webhooks.receiver.reply = () => 503;
    await webhooks.world.api.posts.create("acme", { name: "News" });
    await webhooks.world.api.events.deliver();
    const page = await webhooks.page(path);
    expect(page).toMatch(/Deliveries have failed since <time[^>]*>2026-06-15 12:00 UTC/);
    expect(page).toContain('<span class="tag tag-bad">failing</span>');
    expect(page).toMatch(/Next attempt <time[^>]*>2026-06-15 12:00:0\d</);
    expect(page).toContain("<dt>Waiting events</dt><dd>1</dd>");
  });
});

describe("the delivery log", () => {
  it("shows each attempt with its response, and delivers again", async () => {
    const { path } = await webhooks.create();
    expect(await webhooks.page(path)).toContain("No event was sent yet.");
    webhooks.receiver.reply = () => ({ status: 500, body: new TextEncoder().encode("\nOut of order") });
    const failed = await webhooks.send(`${path}/test`);
    expect(failed.text).toContain('<div class="problem" role="status">The test event was not delivered.');
    expect(failed.text).toContain("webhook.test");
    expect(failed.text).toContain('<span class="tag tag-bad">abandoned</span> 500');
    expect(failed.text).toContain('<pre tabindex="0">\n\nOut of order</pre>');
    webhooks.receiver.reply = () => new Error("connection refused");
    expect((await webhooks.send(`${path}/test`)).text).toContain(
      '<p class="error">the request failed: connection refused</p>',
    );
    webhooks.receiver.reply = () => 204;
    const again = await webhooks.send(`${path}/deliveries/1/redeliver`);
    expect(again.text).toContain('<div class="toast"><p role="status">The event was delivered.</p></div>');
    expect(again.text).toContain('<td data-label="Attempt">redelivery</td>');
    const ids = webhooks.receiver.requests.map(({ headers }) => headers["webhook-id"]);
    expect(ids[2]).toBe(ids[0]);
    for (const number of ["99", "x", "0"])
      expect((await webhooks.send(`${path}/deliveries/${number}/redeliver`)).status).toBe(404);
  });

  it("has pages", async () => {
    const { id, path } = await webhooks.create();
    for (let count = 0; count < 45; count++)
      await webhooks.world.api.webhooks.test({ organizationSlug: "acme", webhookId: id });
    const idsOf = (text: string): number[] =>
      [...text.matchAll(/deliveries\/(\d+)\/redeliver/g)].map(([, number]) => Number(number));
    const seen: number[] = [];
    let next: string | undefined = path;
    while (next !== undefined && seen.length < 100) {
      const text = await webhooks.page(next);
      seen.push(...idsOf(text));
      next = /rel="next" href="\/dashboard([^#"]+)/.exec(text)?.[1];
    }
    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
    for (const before of ["x", "-1", "0", "1e3", "9".repeat(20)])
      expect(idsOf(await webhooks.page(`${path}?before=${before}`))[0]).toBe(45);
    expect(await webhooks.page(`${path}?before=1`)).toContain("There are no older deliveries.");
  });
});

describe("hostile input", () => {
  it("is shown as text in every field, response and error", async () => {
    const input = {
      url: `https://site.example/?${encodeURI(attack)}&raw='onerror=alert(1)`,
      description: attack,
      sections: [attack],
      tags: [attack],
    };
    const { path } = await webhooks.create(input);
    const replies = [
      { status: 200, body: new TextEncoder().encode(`</pre>${attack}</details>`) },
      new Error(attack),
    ];
    for (const reply of replies) {
      webhooks.receiver.reply = () => reply;
      await webhooks.send(`${path}/test`);
    }
    const texts = await Promise.all(
      ["", "/delete", "/roll"].map((page) => webhooks.page(path + page)).concat(webhooks.page(section)),
    );
    const wrong = { ...input, url: attack, scope: "some", events: [attack], languages: [attack] };
    texts.push((await webhooks.send(path, wrong)).text, (await webhooks.send(`${section}/new`, wrong)).text);
    for (const text of texts) {
      expect(text).not.toMatch(/<img|<script>|' ?onerror=|" ?onerror=/);
    }
    expect(texts[0]?.split("&lt;script&gt;alert(1)&lt;/script&gt;").length).toBeGreaterThan(6);
    expect(texts[0]).not.toContain("</pre>&");
  });
});
