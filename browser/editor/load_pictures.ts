import type { attachPictures, PictureEditor } from "../pictures/pictures.ts";

/** Loads the script for pictures, if the organization has a store for them. The editor goes on working without it. */
export async function loadPictures(editor: PictureEditor): Promise<void> {
  const { pictureScript } = editor.form.dataset;
  if (pictureScript === undefined) return;
  try {
    const script = (await import(pictureScript)) as { attachPictures: typeof attachPictures };
    script.attachPictures(editor);
  } catch {
    // The page of pictures has a form without a script.
  }
}
