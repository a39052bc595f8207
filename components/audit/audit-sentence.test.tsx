import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '@/lib/audit/events';
import en from '@/lib/i18n/messages/en.json';
import hans from '@/lib/i18n/messages/zh-Hans.json';
import hant from '@/lib/i18n/messages/zh-Hant.json';
import { useAuditSentence } from './audit-sentence';
import type { OwnRoleNames } from './use-role-names';
import { noOwnRoles } from './use-role-names';

const files = { en, 'zh-Hant': hant, 'zh-Hans': hans };

function Said({ event, own }: { event: AuditEvent; own: OwnRoleNames }) {
  return useAuditSentence(own)({ event });
}

function sentence(event: AuditEvent, locale: keyof typeof files = 'en', own: OwnRoleNames = noOwnRoles): string {
  const fail = (fault: Error) => {
    throw fault;
  };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={files[locale]} timeZone="UTC" onError={fail}>
      <Said event={event} own={own} />
    </NextIntlClientProvider>,
  );
}

const settled = (outcome: 'accepted' | 'refused', how: string): AuditEvent => ({
  action: 'request.settled',
  outcome,
  how,
  meaning: 'no-answer',
  tries: 2,
  httpStatus: null,
  code: null,
  platformRequestId: null,
  h5State: null,
});
const attempt = (cause: string): AuditEvent => ({
  action: 'approval.attempt-refused',
  approvalId: '1',
  deed: 'request.settle',
  seal: '',
  cause,
});

describe('what an entry says', () => {
  it.each(['accepted', 'refused'] as const)(
    'of an unknown that was settled as %s without an answer to it',
    (outcome) => {
      for (const locale of ['en', 'zh-Hant', 'zh-Hans'] as const) {
        const said = ['answer', 'evidence', 'news'].map((how) => sentence(settled(outcome, how), locale));
        expect(new Set(said).size).toBe(3);
      }
      expect(sentence(settled(outcome, 'evidence'))).toContain('evidence of two people');
      expect(sentence(settled(outcome, 'evidence'))).not.toContain('No answer');
      expect(sentence(settled(outcome, 'news'))).not.toContain('No answer');
    },
  );

  it('of roles: the built-in ones in the reader’s language, the institution’s by their names, a removed one by its key', () => {
    const event: AuditEvent = {
      action: 'staff.roles-changed',
      from: ['gone'],
      to: ['night', 'checker'],
      approvalId: '1',
    };
    const said = sentence(event, 'zh-Hant', new Map([['night', 'Night desk']]));
    for (const name of ['gone', 'Night desk', hant.audit.role.checker]) expect(said).toContain(name);
  });

  it('of a role that changed, with how many held it', () => {
    const changed = (people: number): AuditEvent => ({
      action: 'role.changed',
      name: 'Night desk',
      people,
      changes: [],
      approvalId: '1',
    });
    expect([0, 1, 3].map((people) => sentence(changed(people)))).toEqual([
      'Changed the role Night desk, which nobody held',
      'Changed the role Night desk, which one person held',
      'Changed the role Night desk, which 3 people held',
    ]);
    for (const locale of ['zh-Hant', 'zh-Hans'] as const) expect(sentence(changed(3), locale)).toContain('Night desk');
  });

  it('of an attempt that was refused, for each cause and for one that has no words of its own', () => {
    expect(sentence(attempt('own-approval'))).toBe('Tried to approve what they made themselves: refused');
    expect(sentence(attempt('something-new'))).toBe('An attempt was refused');
  });
});
