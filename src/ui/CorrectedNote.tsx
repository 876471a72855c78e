/** Says what was searched for instead, because nothing has the words as they were written. */
export function CorrectedNote({ text }: { text: string | undefined }) {
  return (
    text !== undefined && (
      <p role="status">
        Showing results for <strong>{text}</strong>.
      </p>
    )
  );
}
