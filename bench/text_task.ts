/** Work on a text, which is measured with hostile texts. */
export interface TextTask {
  name: string;
  /** Lengths of the text in characters. */
  bounds: readonly number[];
  shapes: readonly (readonly [name: string, make: (size: number) => string])[];
  /** True if the shapes are whole files, which cannot be cut. Default: false. */
  isFile?: boolean;
  run: (text: string) => unknown;
}

/** Generates a text of a shape. Sizes of shapes are in units of different lengths. */
export function textOf({ shapes, isFile = false }: TextTask, shape: number, characters: number): string {
  const make = shapes[shape]?.[1] ?? String;
  const empty = make(0).length;
  const perUnit = (make(1000).length - empty) / 1000;
  const size = (characters - empty) / perUnit;
  return isFile ? make(Math.max(1, Math.floor(size))) : make(Math.ceil(size)).slice(0, characters);
}
