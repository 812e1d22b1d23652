import { StreamLanguage } from "@codemirror/language";

/** The part of HTML in which a line begins. */
interface State {
  isInTag: boolean;
  isInComment: boolean;
}

/** HTML, with tags and comments told apart from text. */
export const htmlLanguage: StreamLanguage<State> = StreamLanguage.define<State>({
  name: "html",
  startState: () => ({ isInTag: false, isInComment: false }),
  token(stream, state) {
    if (!state.isInTag && !state.isInComment) {
      if (stream.match("<!--")) state.isInComment = true;
      else if (stream.match(/<\/?[a-z][^\s/>]*/i)) {
        state.isInTag = true;
        return "tagName";
      } else {
        if (!stream.match(/[^<]+/)) stream.next();
        return null;
      }
    }
    if (state.isInComment) {
      if (stream.skipTo("-->")) {
        stream.match("-->");
        state.isInComment = false;
      } else stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/\/?>/)) {
      state.isInTag = false;
      return "tagName";
    }
    if (stream.match(/"[^"]*"?|'[^']*'?/)) return "string";
    if (stream.match(/[^\s=>"'/]+/)) return "attributeName";
    stream.next();
    return null;
  },
});
