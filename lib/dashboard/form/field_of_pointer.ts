/** The field of a form that a JSON Pointer names, and the rest of the pointer. */
export interface PointedField {
  name: string;
  /** Place in the value, such as the index in a list. */
  place?: string | undefined;
}

/** Returns the field of a pointer: `/tags/0` is in the field `tags`, and `/custom/rating` is the field `custom.rating`. */
export function fieldOfPointer(pointer: string): PointedField {
  const [, name = "", ...places] = pointer.split("/");
  if (name !== "custom" || places[0] === undefined) return { name, place: places[0] };
  return { name: `custom.${places[0]}`, place: places[1] };
}
