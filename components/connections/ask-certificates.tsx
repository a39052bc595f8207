'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { askCertificatesAction } from '@/lib/connections/actions';
import type { CertificatesAnswer } from '@/lib/connections/view';
import { Timestamp } from '../data/timestamp';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';

type Answer = CertificatesAnswer | { kind: 'failed' };

/** Asks the platform for its certificates, and says under the heading what came of it. */
export function AskCertificates({ connection, zone }: { connection: string; zone: string }) {
  const t = useTranslations('certificates.ask');
  const router = useRouter();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [pending, start] = useTransition();
  const ask = () =>
    start(async () => {
      const asked = await askCertificatesAction({ connection }).catch(() => null);
      setAnswer(asked?.ok ? asked.value : { kind: 'failed' });
      router.refresh();
    });
  const isFine = answer?.kind === 'listed' && answer.problems.length === 0;
  return (
    <>
      <Button icon="refresh" data-action="ask" pending={pending} disabled={pending} onClick={ask}>
        {pending ? t('asking') : t('label')}
      </Button>
      {answer && (
        <div data-part="answer">
          <Notice
            tone={isFine ? 'approved' : answer.kind === 'asked-lately' ? 'none' : 'rejected'}
            icon={isFine ? 'approved' : answer.kind === 'asked-lately' ? 'clock' : 'warning'}
            role="status"
          >
            <Told answer={answer} zone={zone} />
          </Notice>
        </div>
      )}
    </>
  );
}

function Told({ answer, zone }: { answer: Answer; zone: string }) {
  const t = useTranslations('certificates.ask');
  switch (answer.kind) {
    case 'asked-lately':
      return t.rich('lately', { time: () => <Timestamp at={answer.at} zone={zone} show="time" /> });
    case 'no-answer':
      return t('noAnswer', { cause: t.has(`cause.${answer.cause}`) ? t(`cause.${answer.cause}`) : answer.cause });
    case 'refused':
      return t('refused', { status: answer.status, code: answer.code ?? '' });
    case 'failed':
      return t('failed');
    case 'unusable':
      return (
        <>
          {t('unusable')} <Problems problems={answer.problems} />
        </>
      );
    case 'listed':
      return (
        <>
          {t('listed', { count: answer.added.length, serials: answer.added.join(', ') })}{' '}
          <Problems problems={answer.problems} />
        </>
      );
  }
}

/** Why items of the list could not be used, one by one. */
function Problems({ problems }: { problems: { serial: string; problem: string }[] }) {
  const t = useTranslations('certificates.ask');
  return problems.map(({ serial, problem }) => (
    <span key={serial} className="block">
      <span className="mono">{serial}</span>{' '}
      {t.has(`problem.${problem}`) ? t(`problem.${problem}`) : t('problem.other')}
    </span>
  ));
}
