import { useTranslations } from 'next-intl';
import { Unheld } from '../data/unheld';

/** bank_type as it came, with what it means: WPHK is the wallet of Hong Kong (4.4); most others are a bank and its card. */
export function Bank({ type, isShort = false }: { type: string | null; isShort?: boolean }) {
  const t = useTranslations('deductions.bank');
  if (type === null) return <Unheld reason={t('none')} />;
  const special = t.has(`special.${type}`) ? t(`special.${type}`) : null;
  const card = /_(CREDIT|DEBIT)$/.exec(type)?.[1];
  const meaning = special ?? (card === undefined ? null : t(card === 'CREDIT' ? 'credit' : 'debit'));
  return (
    <span title={meaning ?? undefined} data-bank={type}>
      <span className="mono" translate="no">
        {type}
      </span>
      {meaning !== null && !isShort && <span className="text-ink-2">{` ${meaning}`}</span>}
      {meaning !== null && isShort && <span className="sr-only">{` ${meaning}`}</span>}
    </span>
  );
}
