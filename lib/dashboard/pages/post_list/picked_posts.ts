import { textsOf } from "../../form/read_form.ts";

/** A selected post, in the version that the list showed. */
export interface PickedPost {
  slug: string;
  /** The tag of `postTag`. */
  tag: string;
}

/** Returns a selected post as the value of its checkbox. */
export function pickOf({ slug, tag }: PickedPost): string {
  return `${tag} ${slug}`;
}

/** Reads the selected posts of a form. */
export function readPicked(form: FormData): PickedPost[] {
  return textsOf(form, "post").map((value) => {
    const [tag = "", slug = ""] = value.split(" ", 2);
    return { slug, tag };
  });
}
