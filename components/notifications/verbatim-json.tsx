/** A part of a message as JSON; a sentence where there is none. */
export function VerbatimJson({ json, instead }: { json: unknown; instead: string }) {
  if (json === null || json === undefined) return <p className="text-ink-2 text-table mt-2">{instead}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre className="code-block mt-2" tabIndex={0} translate="no">
      {JSON.stringify(json, null, 2)}
    </pre>
  );
}
