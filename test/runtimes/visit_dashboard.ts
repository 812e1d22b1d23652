import { expect } from "vitest";

/**
 * Uses the dashboard of a host like its owner. Signs in with a link, visits the pages, and generates a key with the form. Publishes a post
 * with the key through the admin API, and revokes the key.
 */
export async function visitDashboard(host: string): Promise<void> {
  const address = await (await fetch(`${host}/host/sign-in-url`)).text();
  // Behind a gateway, browsers see a different origin than this test.
  const { origin, pathname, searchParams } = new URL(address);
  const token = searchParams.get("token") ?? "";
  const page = await fetch(`${host}${pathname}?token=${token}`);
  const link = page.headers.get("set-cookie")?.split(";")[0] ?? "";
  const signedIn = await sendForm(host + pathname, { token }, { origin, cookie: link });
  expect([signedIn.status, signedIn.headers.get("location")]).toEqual([303, "/dashboard"]);
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const organization = `${host}/dashboard/o/acme`;
  for (const page of ["", "/posts", "/posts/first", "/knowledge-base", "/settings/organization"]) {
    const response = await fetch(organization + page, { headers: { cookie }, redirect: "manual" });
    expect([page, response.status]).toEqual([page, 200]);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  }
  const keys = `${organization}/settings/api-keys`;
  const form = await (await fetch(keys, { headers: { cookie } })).text();
  const hidden = {
    "form-token": fieldOf(form, "form-token"),
    "form-id": fieldOf(form, "form-id"),
  };
  const made = await sendForm(
    keys,
    { ...hidden, name: "By form", expiresIn: "7d", scope: "all" },
    { origin, cookie },
  );
  expect(made.status).toBe(201);
  const key = /postern_[a-z2-7]{16}_\w{49}/.exec(await made.text())?.[0] ?? "";
  const publish = async (): Promise<Response> =>
    fetch(`${host}/content/api/admin/v1/posts/from-ci`, {
      method: "PUT",
      headers: { "x-api-key": key, "content-type": "text/markdown" },
      body: "---\ntitle: From CI\n---\nHi",
    });
  expect((await publish()).status).toBe(201);
  expect((await fetch(`${host}/content/api/public/v1/post/acme/from-ci`)).status).toBe(200);
  const id = key.split("_")[1] ?? "";
  const revoked = await sendForm(`${keys}/${id}/revoke`, hidden, { origin, cookie });
  expect(revoked.status).toBe(303);
  expect((await publish()).status).toBe(401);
  const stranger = await fetch(keys, { redirect: "manual" });
  expect([stranger.status, stranger.headers.get("location")]).toEqual([303, "/dashboard/sign-in"]);
}

async function sendForm(
  address: string,
  fields: Record<string, string>,
  { origin, cookie = "" }: { origin: string; cookie?: string },
): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(address, { method: "POST", body, headers: { cookie, origin }, redirect: "manual" });
}

function fieldOf(page: string, name: string): string {
  return new RegExp(`name="${name}" value="(\\w+)"`).exec(page)?.[1] ?? "";
}
