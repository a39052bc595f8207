import { useTranslations } from 'next-intl';
import { defaultExpectations } from '@/lib/review-clock/rules';
import type { Expectation, Waiting, WaitingState } from '@/lib/review-clock/view';
import { WaitingClock } from '../applications/waiting-clock';
import { HeadCell, Table } from '../ui/table';
import { ChangeExpectation } from './change-expectation';

type ExpectationTableProps = {
  slug: string;
  /** `waiting`: of one that begins now, as its clock will show it. */
  rows: { state: WaitingState; expectation: Expectation; waiting: Waiting }[];
  mayChange: boolean;
};

/** How long each state is expected to last, and what that means for one that begins today. */
export function ExpectationTable({ slug, rows, mayChange }: ExpectationTableProps) {
  const t = useTranslations('reviewClock');
  return (
    <div className="policy-list">
      <Table caption={t('caption')}>
        <thead>
          <tr>
            <HeadCell>{t('column.state')}</HeadCell>
            <HeadCell>{t('column.days')}</HeadCell>
            <HeadCell>{t('column.calendar')}</HeadCell>
            <HeadCell>{t('column.today')}</HeadCell>
            {mayChange && <HeadCell isHidden>{t('column.deeds')}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ state, expectation, waiting }) => {
            const { workingDays, calendar } = expectation;
            const usual = defaultExpectations[state];
            const isChanged = usual.workingDays !== workingDays || usual.calendar !== calendar;
            return (
              <tr key={state} data-expectation={state}>
                <td data-cell="name">
                  <b className="font-medium">{t(`state.${state}.title`)}</b>
                  {isChanged && <span className="text-ink-3"> {t('changed')}</span>}
                  <small>{t(`state.${state}.meaning`)}</small>
                </td>
                <td data-label={t('column.days')}>{t('days', { days: workingDays })}</td>
                <td data-label={t('column.calendar')}>{t(`calendar.${calendar}`)}</td>
                <td data-label={t('column.today')}>
                  <WaitingClock waiting={waiting} />
                </td>
                {mayChange && (
                  <td data-cell="deeds">
                    <ChangeExpectation
                      connection={slug}
                      state={state}
                      title={t(`state.${state}.title`)}
                      shown={expectation}
                    />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
