import { Cut } from './cut';

/** A person in a row. */
export const PersonName = ({ name }: { name: string }) => (
  <Cut whole={name}>
    <span translate="no">{name}</span>
  </Cut>
);
