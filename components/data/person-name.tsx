/** A person in a row: a long name is cut in what is seen, and whole on hover, so that it makes no list wider. */
export const PersonName = ({ name }: { name: string }) => (
  <span className="block max-w-28 truncate max-md:inline max-md:max-w-none" title={name} translate="no">
    {name}
  </span>
);
