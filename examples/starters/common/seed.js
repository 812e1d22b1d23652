/** Creates an organization with a post, and a key that can read it. Run it once: `npm run seed`. */
import { api } from "./content_api.js";

const organizationSlug = "acme";

if ((await api.organizations.get(organizationSlug)) !== null) {
  console.log(
    `The organization ${organizationSlug} exists. Create another key with: npx postern key generate NAME --user ada@example.com`,
  );
  process.exit();
}

await api.organizations.create({ slug: organizationSlug, name: "Acme", siteUrl: "http://localhost:3000" });
await api.posts.create(organizationSlug, {
  name: "Hello",
  html: "<p>This is the first post.</p><h2>Can I change it?</h2><p>Yes: npx postern post --help</p>",
});
const { id: userId } = await api.users.create({ name: "Ada", email: "ada@example.com" });
await api.users.addToOrganization(userId, { organizationSlug, role: "owner" });
const { key } = await api.apiKeys.generate({ organizationSlug, userId, name: "Website" });

console.log(`API key: ${key}
(shown only once)

Start the server with "npm start", and request the post:

  curl -H 'x-api-key: ${key}' http://localhost:3000/api/public/v1/post/${organizationSlug}/hello

Sign in to the dashboard at http://localhost:3000/dashboard with the link that this command prints:

  npx postern user sign-in-link ada@example.com --origin http://localhost:3000`);
process.exit();
