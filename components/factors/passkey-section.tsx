'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { addPasskeyAction, beginPasskeyAction, renamePasskeyAction } from '@/lib/factors/actions';
import type { FactorAdded, ShownPasskey } from '@/lib/factors/view';
import { makePasskey } from '../auth/passkey';
import { Timestamp } from '../data/timestamp';
import { Button } from '../ui/button';
import { Section } from '../ui/section';
import type { Changed } from './changed';
import { NameDialog } from './name-dialog';
import { RemoveFactor } from './remove-factor';
import { useFactorDeed } from './use-factor-deed';

type PasskeySectionProps = {
  passkeys: ShownPasskey[];
  zone: string;
  isLast: boolean;
  /** It is the last one of somebody who must have one. */
  isKept: boolean;
  changed: Changed;
};

/** The passkeys, the oldest first. */
export function PasskeySection({ passkeys, zone, isLast, isKept, changed }: PasskeySectionProps) {
  const t = useTranslations('factors');
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      title={t('passkeys.title')}
      actions={
        <Button size="small" icon="key" data-action="add-passkey" onClick={() => setAdding(true)}>
          {t('passkeys.add')}
        </Button>
      }
    >
      <p className="text-ink-2 mt-1">{t('passkeys.explain')}</p>
      {passkeys.length === 0 && <p className="mt-2">{t('passkeys.none')}</p>}
      <ul className="mt-2">
        {passkeys.map((passkey) => (
          <li
            key={passkey.id}
            className="border-line flex flex-wrap items-center gap-x-3 gap-y-1 border-t py-2"
            data-passkey={passkey.name}
          >
            <div className="min-w-0 flex-1">
              <b className="font-medium wrap-anywhere">{passkey.name}</b>
              <small className="text-ink-3 block">
                {t.rich('passkeys.added', { time: () => <Timestamp at={passkey.createdAt} zone={zone} show="day" /> })}
                {' · '}
                {passkey.lastUsedAt === null
                  ? t('passkeys.unused')
                  : t.rich('passkeys.used', {
                      time: () => <Timestamp at={passkey.lastUsedAt ?? ''} zone={zone} />,
                    })}
              </small>
            </div>
            <span className="flex gap-1">
              <RenamePasskey passkey={passkey} changed={changed} />
              {!isKept && (
                <RemoveFactor
                  label={t('passkeys.remove')}
                  named={t('passkeys.removeNamed', { name: passkey.name })}
                  title={t('remove.passkey', { name: passkey.name })}
                  what={{ factor: 'passkey', passkeyId: passkey.id }}
                  isLast={isLast}
                  changed={changed}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {isKept && passkeys.length > 0 && <p className="text-ink-3 text-small">{t('enforced')}</p>}
      {isAdding && (
        <AddPasskey
          close={() => setAdding(false)}
          done={(added) => {
            setAdding(false);
            changed('passkey', added);
          }}
        />
      )}
    </Section>
  );
}

/** Names a new passkey, and has the browser make it. */
function AddPasskey({ close, done }: { close: () => void; done: (added: FactorAdded) => void }) {
  const t = useTranslations('factors.passkeys');
  const deed = useFactorDeed();
  const add = (name: string) =>
    deed.act(beginPasskeyAction, async (asked) => {
      const answer = await makePasskey(asked);
      if (answer === null) return deed.refuse('passkey-unmade');
      const kept = await deed.run(() => addPasskeyAction({ name, answer })).catch(() => null);
      if (kept?.ok) done(kept.value);
      else deed.refuse(kept?.refusal ?? null);
    });
  return <NameDialog deed={deed} title={t('add')} confirm={t('addConfirm')} name="" close={close} give={add} />;
}

function RenamePasskey({ passkey, changed }: { passkey: ShownPasskey; changed: Changed }) {
  const t = useTranslations('factors.passkeys');
  const [isOpen, setOpen] = useState(false);
  const deed = useFactorDeed();
  const close = () => {
    setOpen(false);
    deed.forget();
  };
  const rename = (name: string) =>
    deed.act(
      () => renamePasskeyAction({ passkeyId: passkey.id, name }),
      () => {
        close();
        changed('renamed');
      },
    );
  const named = t('renameNamed', { name: passkey.name });
  return (
    <>
      <Button variant="ghost" size="small" data-action="rename" aria-label={named} onClick={() => setOpen(true)}>
        {t('rename')}
      </Button>
      {isOpen && (
        <NameDialog
          deed={deed}
          title={named}
          confirm={t('renameConfirm')}
          name={passkey.name}
          close={close}
          give={rename}
        />
      )}
    </>
  );
}
