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
import { h5DomainsMax } from '@/lib/platform/wire/sub-merchant';
import type { EditValues } from '@/lib/sub-merchants/schema';
import { DomainNewsLines } from './domain-news';
import { useEdit } from './edit-context';
import type { useDomainList } from './use-domain-list';

const LIST = 'h5_payment_apply_info.domains';

type List = ReturnType<typeof useDomainList>;

/** The domains as they are typed: kept and added ones, then the removed ones with their ticks, then a free row. */
export function DomainRows({ list }: { list: List }) {
  const t = useTranslations('edit.domains');
  const { isLocked } = useEdit();
  const labels = useContext(FieldLabels);
  const { formState } = useFormContext<EditValues>();
  const next = useRef<HTMLInputElement>(null);
  const title = t('label');
  useEffect(() => {
    labels.set(LIST, title);
  }, [labels, title]);
  const errors: unknown = get(formState.errors, LIST);
  const whole: string | null = get(errors, 'message') ?? null;
  const hasNext = !isLocked && list.domains.length < h5DomainsMax;
  const row = (index: number) => (
    // Rows have no identity but their place: the wire path counts them. All stand in one list, so that the free row
    // stays the same element, with the cursor in it, when it becomes a domain.
    <DomainRow key={`row-${index}`} list={list} index={index} error={itemError(errors, index)} next={next} />
  );
  return (
    <>
      <ul className="grid gap-1" id={fieldId(LIST)}>
        {[
          ...list.domains.map((_domain, index) => row(index)),
          ...list.removed.map((domain) => <RemovedRow key={domain} list={list} domain={domain} />),
          ...(hasNext ? [row(list.domains.length)] : []),
        ]}
      </ul>
      <p id={`${fieldId(LIST)}-foot`} data-part="list-foot" data-invalid={whole !== null || undefined}>
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
  const { isLocked } = useEdit();
  const domain = list.domains[index] ?? '';
  const isNext = index === list.domains.length;
  const kind = isNext ? 'next' : list.kindOf(domain);
  const id = `${fieldId(LIST)}-${index}`;
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
          name={`${LIST}.${index}`}
          value={domain}
          placeholder={isNext ? t('placeholder') : undefined}
          aria-label={t('item', { number: index + 1 })}
          aria-invalid={error !== null || undefined}
          aria-describedby={error ? `${id}-error` : `${fieldId(LIST)}-foot`}
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
  const { isLocked } = useEdit();
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
      <Tick
        name={`ticked.removedDomains.${domain}`}
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
    </li>
  );
}
