import { html } from "../../../base/text/html.ts";
import { InvalidInputError } from "../../../base/errors.ts";
import { isRefusedFile } from "../../../base/file_errors.ts";
import { toAdminProblem } from "../../../api/mod.ts";
import type { MediaChanges, UploadedMedia } from "../../../media/mod.ts";
import { jsonResponse, seeOther, wantsJson } from "../../frame/answers.ts";
import { FormRefusedError } from "../../form/form_guard.ts";
import { describeError, orShowAgain } from "../../form/form_problem.ts";
import { textOf } from "../../form/read_form.ts";
import { useUploadForm } from "../../form/use_upload_form.ts";
import { questionPage } from "../../frame/question_page.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { pictureListPage } from "./picture_list.ts";
import { isUsed, picturePage, usesView } from "./picture_page.ts";
import { pagePath, pictureOf, picturesPage } from "./picture_view.ts";

/** Stores an uploaded file. The script of the editor gets it as JSON. */
export const uploadPicture: PageHandler = async (visit) => {
  const isScript = wantsJson(visit.request);
  try {
    const file = await readPicture(visit);
    return isScript
      ? jsonResponse({ picture: pictureOf(visit, file) }, 201)
      : seeOther(`${pagePath(visit, file)}?done=${file.isNew ? "picture-added" : "picture-known"}`);
  } catch (error) {
    const isWrongFile = isRefusedFile(error);
    const status = isWrongFile ? 422 : toAdminProblem(error).status;
    const message = isWrongFile ? `${error.message}.` : describeError(error);
    if (isScript && error instanceof FormRefusedError) {
      return jsonResponse({ message, formToken: visit.formToken, userId: visit.user.id }, 403);
    }
    if (isScript && status < 500) return jsonResponse({ message }, status);
    if (![409, 413, 422, 503, 507].includes(status)) throw error;
    return pictureListPage(visit, { status, message, fields: {} });
  }
};

async function readPicture(visit: Visit): Promise<UploadedMedia> {
  const { media } = visit.api.admin;
  return useUploadForm(visit, { needs: "media:write", most: media.fileBytes }, async (form) => {
    const file = form.get("file");
    if (file === null || typeof file === "string" || (file.size === 0 && file.name === "")) {
      throw new InvalidInputError("Cannot store the file", [
        { pointer: "", message: "choose a picture or another file" },
      ]);
    }
    return media.upload(visit.actor, file.stream(), { name: file.name });
  });
}

/** Saves the texts and the focal point of a picture. Fields that the form does not have stay as they are. */
export const savePicture: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const { actor, form, params } = visit;
      const file = await visit.api.admin.media.update(actor, params["hash"] ?? "", changesIn(form));
      if (wantsJson(visit.request)) return jsonResponse({ picture: pictureOf(visit, file) });
      return seeOther(`${pagePath(visit, file)}?done=picture-saved`);
    },
    (problem) => picturePage(visit, problem),
  );

function changesIn(form: FormData): MediaChanges {
  return {
    ...(form.has("alt") && { alt: textOf(form, "alt") || null }),
    ...(form.has("title") && { title: textOf(form, "title") || null }),
    ...(form.has("focalX") && { focalPoint: focalPointIn(form) }),
  };
}

/** @throws {InvalidInputError} if a number is missing or not a percentage */
function focalPointIn(form: FormData): { x: number; y: number } | null {
  const texts = [textOf(form, "focalX"), textOf(form, "focalY")] as const;
  if (texts.every((text) => text === "")) return null;
  const problems = (["focalX", "focalY"] as const).flatMap((name) => {
    const text = textOf(form, name);
    const isPercentage = /^\d{1,3}(?:\.\d{1,6})?$/.test(text) && Number(text) <= 100;
    return isPercentage ? [] : [{ pointer: `/${name}`, message: "must be a number from 0 to 100" }];
  });
  if (problems.length > 0) throw new InvalidInputError("Cannot save the picture", problems);
  return { x: Number(texts[0]) / 100, y: Number(texts[1]) / 100 };
}

/** Asks for confirmation, and names the posts that use the picture. */
export const askToDeletePicture: PageHandler = async (visit) => {
  const { api, actor, params } = visit;
  const hash = params["hash"] ?? "";
  const [file, uses] = await Promise.all([
    api.admin.media.get(actor, hash),
    api.admin.media.usesOf(actor, hash),
  ]);
  const isInUse = isUsed(uses);
  return questionPage(visit, {
    title: "Delete the picture?",
    section: picturesPage,
    body: html`<p><bdi>${file.name}</bdi> is deleted permanently. Its address stops working.</p>
${
  isInUse &&
  html`<input type="hidden" name="force" value="on">
<p>It is used here, where a gap will be shown instead:</p>
${usesView(visit, uses)}`
}`,
    label: isInUse ? "Delete anyway" : "Delete",
    action: `${pagePath(visit, file)}/delete`,
    cancel: pagePath(visit, file),
  });
};

/** Deletes a picture. One that a post uses since the question was asked is kept, and the question is asked again. */
export const deletePicture: PageHandler = async (visit) => {
  const { actor, form, params } = visit;
  try {
    await visit.api.admin.media.delete(actor, params["hash"] ?? "", { force: form.has("force") });
  } catch (error) {
    if (toAdminProblem(error).status !== 409) throw error;
    return askToDeletePicture(visit);
  }
  return seeOther(`${pathTo(visit, picturesPage)}?done=picture-deleted`);
};
