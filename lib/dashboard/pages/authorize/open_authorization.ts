import { authorizePage } from "../../../api/mod.ts";
import { ClientRefusedError, RequestRefusedError } from "../../../api/oauth/mod.ts";
import { html } from "../../../base/text/html.ts";
import { type PreparedResponse, ProblemError } from "../../../http/mod.ts";
import { linkButton, message } from "../../design/components.ts";
import { pageResponse, seeOther } from "../../frame/answers.ts";
import { plainPage } from "../../frame/layout.ts";
import { type PersonalVisit, pathTo } from "../../visit.ts";

/** Serves the address to which assistants send the browser: it leads to the page of the organization that the request names. */
export async function openAuthorization(visit: PersonalVisit): Promise<PreparedResponse> {
  const { api, options, request, user } = visit;
  if (api.oauth === undefined || request.method === "POST") {
    throw new ProblemError("path-not-found", "This page does not exist");
  }
  const oauth = await api.oauth();
  const { search, searchParams } = new URL(request.url);
  return orRefuse(visit, async () => {
    const { organizationSlug: slug } = await oauth.readRequest(searchParams, user.id);
    return seeOther(pathTo({ options, organization: { slug, name: "" } }, authorizePage) + search);
  });
}

/**
 * Shows why the request of an assistant was refused. The browser goes to the client only if the user follows the link: an address that
 * redirects by itself would serve phishing.
 */
export async function orRefuse(
  { options: { basePath } }: PersonalVisit,
  act: () => Promise<PreparedResponse>,
): Promise<PreparedResponse> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ClientRefusedError || error instanceof RequestRefusedError)) throw error;
    const back =
      error instanceof RequestRefusedError &&
      html`<p>${linkButton(html`Go back to ${new URL(error.redirect).host}`, error.redirect)}</p>`;
    const body = html`${message("problem", `${error.message}.`, "alert")}
<p>Nothing was connected.</p>
${back}
<p><a href="${basePath}">Go to the dashboard</a></p>`;
    return pageResponse(plainPage(basePath, { title: "The assistant cannot be connected", body }), 400);
  }
}
