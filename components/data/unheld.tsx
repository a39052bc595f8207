/** The dash of a value that we do not know, with the reason on hover and for screen readers. */
export function Unheld({ reason }: { reason: string }) {
  return (
    <span className="text-ink-3" title={reason}>
      <span aria-hidden="true">{'—'}</span>
      <span className="sr-only">{reason}</span>
    </span>
  );
}
