import { CopyButton } from '../data/copy-button';

type SealHashProps = { value: string; copy: string; done: string };

/** A hash by its first digits, with a button that copies it; whole while it is pointed at or the button has the focus. */
export function SealHash({ value, copy, done }: SealHashProps) {
  return (
    <span className="seal" data-seal={value}>
      <span className="mono" translate="no">
        {`${value.slice(0, 12)}…`}
      </span>
      <CopyButton value={value} label={copy} done={done} />
      <span data-part="whole" className="mono" translate="no">
        {value}
      </span>
    </span>
  );
}
