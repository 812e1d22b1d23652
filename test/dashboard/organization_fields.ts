/** The required fields of the form with the settings of an organization. */
export const organizationFields = {
  name: "Acme",
  siteUrl: "https://acme.example",
  postUrlTemplate: "/blog/{slug}",
  language: "en-US",
  section: "Articles",
  speakable: "h1",
};
