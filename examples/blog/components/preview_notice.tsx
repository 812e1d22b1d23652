export function PreviewNotice({ slug }: { slug: string }) {
  return (
    <form className="preview" action={`/preview/leave?slug=${encodeURIComponent(slug)}`} method="post">
      <p>This is a preview. Only you see this version.</p>
      <button type="submit">Leave the preview</button>
    </form>
  );
}
