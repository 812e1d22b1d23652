export function PreviewNotice({ slug }: { slug: string }) {
  return (
    <form className="preview" action="/preview/leave" method="post">
      <p>This is a preview. Only you see this version.</p>
      <button type="submit" name="slug" value={slug}>
        Leave the preview
      </button>
    </form>
  );
}
