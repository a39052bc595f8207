import Form from 'next/form';
import { Icon } from '../ui/icon';

type SearchBoxProps = {
  /** The page that answers; the words go into `name` of its query. */
  action: string;
  label: string;
  name?: string;
  value?: string;
  /** Hidden values that the search keeps, such as the tab. */
  keep?: Record<string, string>;
  /** The one that `/` puts the cursor into. */
  hasKey?: boolean;
};

/** A search that is an address: works before any script has loaded. */
export function SearchBox({ action, label, name = 'q', value = '', keep = {}, hasKey = false }: SearchBoxProps) {
  return (
    <Form className="search-box" action={action} prefetch={false} role="search" aria-label={label}>
      <Icon name="search" />
      <input
        type="search"
        name={name}
        defaultValue={value}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        data-keyboard={hasKey ? 'search' : undefined}
      />
      {Object.entries(keep).map(([key, held]) => (
        <input key={key} type="hidden" name={key} value={held} />
      ))}
      {hasKey && <kbd>{'/'}</kbd>}
    </Form>
  );
}
