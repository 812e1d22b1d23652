export { describes } from "./describes.ts";
