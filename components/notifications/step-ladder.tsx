import { useTranslations } from 'next-intl';
import { formatTimestamp } from '@/lib/i18n/format';
import type { Rung, StepVerdict } from '@/lib/notifications/rules';
import { ladderOf } from '@/lib/notifications/rules';
import type { DeliveryView } from '@/lib/notifications/view';
import { Unheld } from '../data/unheld';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';
import { Section } from '../ui/section';

const icons: Record<StepVerdict, IconName> = {
  passed: 'check',
  stopped: 'rejected',
  kept: 'minus',
  repeat: 'refresh',
  'not-needed': 'minus',
  'not-reached': 'circle',
};

/** The checks of one delivery in their order: how each went, and how long after its arrival. */
export function StepLadder({ delivery, zone }: { delivery: DeliveryView; zone: string }) {
  const t = useTranslations('notifications');
  const isAnswered = delivery.answer === 200;
  return (
    <Section
      title={t('detail.steps')}
      note={t('detail.stepsOf', {
        number: delivery.number,
        time: formatTimestamp(new Date(delivery.receivedAt), zone),
      })}
    >
      <ol className="step-ladder mt-2">
        {ladderOf(delivery).map((rung) => (
          <li key={rung.step} data-step={rung.step} data-verdict={rung.verdict}>
            <Icon name={icons[rung.verdict]} />
            <b>{t(`step.${rung.step}`)}</b>
            <span data-part="check">
              <Verdict rung={rung} delivery={delivery} />
            </span>
            <After us={rung.us} isPassed={rung.verdict === 'passed'} />
          </li>
        ))}
        <li data-step="answered" data-verdict={isAnswered ? 'passed' : 'stopped'}>
          <Icon name={icons[isAnswered ? 'passed' : 'stopped']} />
          <b>{t('step.answered')}</b>
          <span data-part="check">
            {t(isAnswered ? 'answered.success' : 'answered.failure', { status: delivery.answer })}
          </span>
          <After us={delivery.tookUs} isPassed />
        </li>
      </ol>
    </Section>
  );
}

function Verdict({ rung: { step, verdict }, delivery }: { rung: Rung; delivery: DeliveryView }) {
  const t = useTranslations('notifications');
  if (step === 'applied') return t(`applied.${delivery.verdict}`);
  if (verdict === 'passed') return t(`checks.${step}`);
  if (verdict === 'stopped' && delivery.cause !== null && t.has(`cause.${delivery.cause}.title`)) {
    return t(`cause.${delivery.cause}.title`);
  }
  return t(`stepVerdict.${verdict}`);
}

/** Milliseconds since it arrived; a dash where a passed step took no time of its own. */
function After({ us, isPassed }: { us: number | null; isPassed: boolean }) {
  const t = useTranslations('notifications');
  return (
    <span data-part="after">
      {us !== null && t('ms', { ms: (us / 1000).toFixed(1) })}
      {us === null && isPassed && <Unheld reason={t('detail.untimed')} />}
    </span>
  );
}
