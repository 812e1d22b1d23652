import type { PublicApi } from "postern";
import type { Dashboard } from "postern/dashboard";

interface Target {
  api: PublicApi;
  dashboard: Dashboard;
  /** Address of the server: `http://localhost:3000`. */
  origin: string;
}

const organizationSlug = "acme";
const email = "ada@example.com";

/** Creates an organization with a post, an owner, and a key that can read the post. Returns the key, and a link that signs the owner in. */
export async function createContent({ api, dashboard, origin }: Target) {
  const created = (await api.organizations.get(organizationSlug)) === null ? await create() : "";
  const [user] = await api.users.findByEmail(email);
  if (user === undefined) throw new Error(`Cannot create a sign-in link: no user has the address ${email}`);
  const { token } = await api.sessions.createLink(user.id, { expiresIn: "1h" });
  return `${created}Sign in to the dashboard, once within an hour:

  ${dashboard.signInUrl(token, origin)}
`;

  async function create() {
    await api.organizations.create({ slug: organizationSlug, name: "Acme", siteUrl: origin });
    await api.posts.create(organizationSlug, {
      name: "Hello",
      html: "<p>This is the first post.</p><h2>Can I change it?</h2><p>Yes, in the dashboard.</p>",
    });
    const { id: userId } = await api.users.create({ name: "Ada", email });
    await api.users.addToOrganization(userId, { organizationSlug, role: "owner" });
    const { key } = await api.apiKeys.generate({ organizationSlug, userId, name: "Website" });
    return `API key: ${key}
(shown only once)

Request the post from the running server:

  curl -H 'x-api-key: ${key}' ${origin}/api/public/v1/post/${organizationSlug}/hello

`;
  }
}
