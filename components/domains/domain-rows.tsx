'use client';

import { useTranslations } from 'next-intl';
import type { ClipboardEvent, RefObject } from 'react';
import { useContext, useEffect, useRef } from 'react';
import { get, useFormContext } from 'react-hook-form';
import { itemError } from '@/components/form/action-form';
import { Tick } from '@/components/form/tick';
import { FieldLabels, fieldId } from '@/components/form/use-field';
import { Icon } from '@/components/ui/icon';
import { readableDomain } from '@/lib/domains/punycode';
import { useDomains } from './domain-context';
import { DomainNewsLines } from './domain-news';
import type { useDomainList } from './use-domain-list';

type List = ReturnType<typeof useDomainList>;

/** The domains as they are typed: kept and added ones, then the removed ones with their ticks, then a free row. */
export function DomainRows({ list }: { list: List }) {
  const t = useTranslations('edit.domains');
  const { list: path, max, isHard, isLocked } = useDomains();
  const labels = useContext(FieldLabels);
  const { formState } = useFormContext();
  const next = useRef<HTMLInputElement>(null);
  const title = t('label');
  useEffect(() => {
    labels.set(path, title);
  }, [labels, path, title]);
  const errors: unknown = get(formState.errors, path);
  const whole: string | null = get(errors, 'message') ?? null;
  const hasNext = !isLocked && (!isHard || list.domains.length < max);
  const row = (index: number) => (
    // Rows have no identity but their place: the wire path counts them. All stand in one list, so that the free row
    // stays the same element, with the cursor in it, when it becomes a domain.
    <DomainRow key={`row-${index}`} list={list} index={index} error={itemError(errors, index)} next={next} />
  );
  return (
    <>
      <ul className="grid gap-1" id={fieldId(path)}>
        {[
          ...list.domains.map((_domain, index) => row(index)),
          ...list.removed.map((domain) => <RemovedRow key={domain} list={list} domain={domain} />),
          ...(hasNext ? [row(list.domains.length)] : []),
        ]}
      </ul>
      <p id={`${fieldId(path)}-foot`} data-part="list-foot" data-invalid={whole !== null || undefined}>
        {whole !== null && <Icon name="warning" size="small" />}
        {whole ?? t('help')}
      </p>
      <DomainNewsLines news={list.news} onTake={list.replace} />
    </>
  );
}

type DomainRowProps = { list: List; index: number; error: string | null; next: RefObject<HTMLInputElement | null> };

function DomainRow({ list, index, error, next }: DomainRowProps) {
  const t = useTranslations('edit.domains');
  const { list: path, isLocked } = useDomains();
  const domain = list.domains[index] ?? '';
  const isNext = index === list.domains.length;
  const kind = isNext ? 'next' : list.kindOf(domain);
  const id = `${fieldId(path)}-${index}`;
  const readable = readableDomain(domain);
  // After the row became a chip, or left, the free row takes the cursor.
  const goOn = () => setTimeout(() => next.current?.focus());
  const paste = (event: ClipboardEvent) => {
    if (list.paste(index, event.clipboardData.getData('text'))) event.preventDefault();
  };
  return (
    <li className="domain-chip" data-kind={kind} data-invalid={error !== null || undefined}>
      <span data-part="tag">
        {kind === 'kept' && <Icon name="check" size="small" />}
        {kind === 'added' && <Icon name="plus" size="small" />}
        {(kind === 'kept' || kind === 'added') && t(kind)}
      </span>
      <span className="min-w-0 flex-1">
        <input
          id={id}
          ref={isNext ? next : undefined}
          name={`${path}.${index}`}
          value={domain}
          placeholder={isNext ? t('placeholder') : undefined}
          aria-label={t('item', { number: index + 1 })}
          aria-invalid={error !== null || undefined}
          aria-describedby={error ? `${id}-error` : `${fieldId(path)}-foot`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          disabled={isLocked}
          onChange={(event) => list.type(index, event.target.value)}
          onBlur={() => void list.leave(index)}
          onPaste={paste}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            void list.leave(index);
            goOn();
          }}
        />
        {readable !== domain && <small className="text-ink-3 block">{readable}</small>}
      </span>
      {!isNext && !isLocked && (
        <button
          type="button"
          className="quiet-button"
          aria-label={t('remove', { domain })}
          title={t('remove', { domain })}
          onClick={() => {
            list.remove(domain);
            goOn();
          }}
        >
          <Icon name="cross" size="small" />
        </button>
      )}
      {error && (
        <p data-part="row-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </li>
  );
}

/** Struck through, with its own tick, until it is sent. */
function RemovedRow({ list, domain }: { list: List; domain: string }) {
  const t = useTranslations('edit.domains');
  const { ticks, isLocked } = useDomains();
  return (
    <li className="domain-chip" data-kind="removed">
      <span data-part="tag">
        <Icon name="minus" size="small" />
        {t('removed')}
      </span>
      <s className="min-w-0 flex-1 break-all">{domain}</s>
      {!isLocked && (
        <button type="button" className="mini-button" onClick={() => list.putBack(domain)}>
          {t('putBack')}
          <span className="sr-only">{` ${domain}`}</span>
        </button>
      )}
      {ticks !== null && (
        <Tick
          name={`${ticks}.${domain}`}
          label={
            <>
              {t('removalTick')}
              <span className="sr-only">{` ${domain}`}</span>
            </>
          }
          checked={list.ticked.includes(domain)}
          disabled={isLocked}
          onChange={(checked) => list.tick(domain, checked)}
        />
      )}
    </li>
  );
}
