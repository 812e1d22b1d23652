import { html, type Html } from "../../../base/text/html.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { emptyState, submitButton } from "../../design/components.ts";
import { fileField } from "../../design/field.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { showPage, tokenInput } from "../../frame/layout.ts";
import { cursorOf, cursorPaging, readPlace, searchForm } from "../../frame/paging.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { pictureItem, picturesPage } from "./picture_view.ts";

const perPage = 24;

/** Shows the pictures and other files of the organization, newest first. */
export const showPictures: PageHandler = async (visit) => pictureListPage(visit);

/** Renders the list, with the problem of a refused file. */
export async function pictureListPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const { api, actor, url } = visit;
  const search = url.searchParams.get("search")?.trim() ?? "";
  const type = url.searchParams.get("type") === "image" ? "image" : "";
  const place = readPlace(url.searchParams);
  const { media, next } = await api.admin.media.list(actor, {
    limit: perPage,
    ...(search !== "" && { q: search }),
    ...(type !== "" && { type }),
    ...cursorOf(place),
  });
  const path = pathTo(visit, picturesPage);
  const isEmpty = media.length === 0 && search === "" && place.after === undefined;
  const body = html`${uploadForm(visit, path)}
${!isEmpty && searchForm({ path, search, label: "Search names and descriptions", button: "Search" })}
${media.length === 0 ? noPictures(search) : html`<ul class="picture-grid">\n${media.map((file) => pictureItem(visit, file))}</ul>`}
${!isEmpty && cursorPaging({ path, filters: { search, type }, place, next, shown: media.length, perPage })}`;
  const lead = "Pictures and other files of the posts. They are public at their addresses.";
  return showPage(visit, {
    title: "Pictures",
    section: picturesPage,
    style: "pictures.css",
    lead,
    body,
    problem,
  });
}

function uploadForm(visit: Visit, path: string): Html {
  return html`<form method="post" action="${path}" enctype="multipart/form-data" class="card actions picture-upload">
${tokenInput(visit)}
${fileField({ name: "file", label: "Picture, PDF, MP4 or MP3", accept: "image/*,.pdf,.mp4,.mp3", isRequired: true })}
${submitButton("Upload", { tone: "main" })}
</form>`;
}

function noPictures(search: string): Html {
  return search === ""
    ? emptyState("image", "There are no pictures yet. Upload the first here, or paste it into a post.")
    : emptyState("search", "No picture has this name or description.");
}
