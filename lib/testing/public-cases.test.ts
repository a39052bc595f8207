// What others have reported in public about consoles like this one, as cases with a right behaviour each, and the tests in
// which ours shows it. A test names its cases in its title; this table and the titles are compared both ways.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Parts of the console that come later and meet what is left of a case. */
type Area = 'applications' | 'contracts' | 'deductions';

/** `tests` are files whose titles name the case; `rest` is where a part of it, or all of it, belongs that is not here. */
const cases: Record<string, { tests: string[]; rest?: Area[] }> = {
  'bug-notify-body-01': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/platform/verify.test.ts'],
  },
  'bug-notify-body-02': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/platform/verify.test.ts'],
  },
  'bug-notify-body-04': {
    tests: [
      'app/api/notifications/[connection]/doors.integration.test.ts',
      'e2e/notifications.spec.ts',
      'lib/platform/verify.test.ts',
    ],
  },
  'bug-notify-body-06': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/platform/transport.test.ts'],
  },
  'bug-verify-bypass-01': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/platform/verify.test.ts'],
  },
  'bug-verify-bypass-02': {
    tests: [
      'app/api/notifications/[connection]/doors.integration.test.ts',
      'lib/platform/transport.test.ts',
      'lib/platform/verify.test.ts',
    ],
  },
  'bug-verify-bypass-04': {
    tests: [
      'app/api/notifications/[connection]/doors.integration.test.ts',
      'lib/platform/certificates.test.ts',
      'lib/platform/crypto/open.test.ts',
    ],
  },
  'bug-verify-bypass-05': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/platform/verify.test.ts'],
  },
  'bug-verify-bypass-07': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/env.test.ts'],
  },
  'bug-notify-answer-01': {
    tests: [
      'app/api/notifications/[connection]/doors.integration.test.ts',
      'lib/notifications/kill.integration.test.ts',
    ],
  },
  'bug-notify-answer-02': { tests: ['app/api/notifications/[connection]/doors.integration.test.ts'] },
  'bug-notify-answer-04': { tests: ['app/api/notifications/[connection]/doors.integration.test.ts'] },
  'bug-notify-answer-05': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/read-body.test.ts'],
  },
  'bug-cert-rotation-01': {
    tests: [
      'lib/connections/key-files.test.ts',
      'lib/connections/keys.integration.test.ts',
      'lib/connections/rules.test.ts',
      'lib/env.test.ts',
      'lib/platform/certificates.test.ts',
    ],
  },
  'bug-cert-rotation-03': {
    tests: [
      'lib/connections/certificates.integration.test.ts',
      'lib/connections/keys.integration.test.ts',
      'lib/platform/certificates.test.ts',
      'lib/platform/verify.test.ts',
    ],
  },
  'bug-cert-rotation-04': {
    tests: ['lib/connections/certificates.integration.test.ts', 'lib/connections/keys.integration.test.ts'],
  },
  'bug-cert-rotation-05': {
    tests: [
      'e2e/settings.spec.ts',
      'lib/connections/key-files.test.ts',
      'lib/connections/keys.integration.test.ts',
      'lib/platform/certificates.test.ts',
      'lib/platform/crypto/pem.test.ts',
    ],
  },
  'bug-cert-rotation-08': {
    tests: [
      'lib/connections/keys.integration.test.ts',
      'lib/platform/verify.test.ts',
      'lib/requests/requests.integration.test.ts',
    ],
  },
  'bug-aead-01': {
    tests: [
      'app/api/notifications/[connection]/doors.integration.test.ts',
      'lib/platform/certificates.test.ts',
      'lib/platform/crypto/open.test.ts',
    ],
  },
  'bug-aead-02': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/platform/crypto/open.test.ts'],
  },
  'bug-aead-04': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/platform/crypto/open.test.ts'],
  },
  'bug-aead-06': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/platform/crypto/open.test.ts'],
  },
  'bug-aead-08': {
    tests: [
      'e2e/settings.spec.ts',
      'lib/connections/key-files.test.ts',
      'lib/connections/keys.integration.test.ts',
      'lib/connections/rules.test.ts',
      'lib/platform/crypto/open.test.ts',
      'lib/platform/crypto/pem.test.ts',
    ],
  },
  'bug-aead-10': {
    tests: [
      'app/api/notifications/[connection]/doors.integration.test.ts',
      'e2e/notifications.spec.ts',
      'e2e/settings.spec.ts',
      'lib/connections/keys.integration.test.ts',
      'lib/notifications/reprocess.integration.test.ts',
      'lib/platform/certificates.test.ts',
      'lib/platform/crypto/open.test.ts',
    ],
  },
  'bug-field-encryption-01': {
    tests: [
      'lib/platform/crypto/seal.test.ts',
      'lib/requests/requests.integration.test.ts',
      'lib/sandbox/checks.test.ts',
    ],
  },
  'bug-field-encryption-02': {
    tests: [
      'e2e/edit-values.spec.ts',
      'lib/platform/crypto/seal.test.ts',
      'lib/platform/wire/sub-merchant.test.ts',
      'lib/sub-merchants/operation.integration.test.ts',
      'lib/sub-merchants/rules.test.ts',
    ],
  },
  'bug-field-encryption-04': {
    tests: [
      'lib/platform/crypto/seal.test.ts',
      'lib/platform/wire/sub-merchant.test.ts',
      'lib/sub-merchants/operation.integration.test.ts',
      'lib/sub-merchants/rules.test.ts',
    ],
  },
  'bug-field-encryption-05': { tests: ['lib/platform/transport.test.ts', 'lib/requests/requests.integration.test.ts'] },
  'bug-field-encryption-07': { tests: ['lib/platform/crypto/seal.test.ts'] },
  'bug-field-encryption-08': { tests: ['lib/platform/crypto/seal.test.ts'] },
  'bug-signing-02': {
    tests: ['lib/platform/crypto/sign.test.ts', 'lib/platform/transport.test.ts'],
    rest: ['contracts'],
  },
  'bug-signing-03': {
    tests: ['lib/platform/crypto/sign.test.ts', 'lib/platform/transport.test.ts'],
    rest: ['contracts'],
  },
  'bug-signing-05': {
    tests: [
      'lib/contracts/terminate.integration.test.ts',
      'lib/platform/operations.test.ts',
      'lib/platform/transport.test.ts',
    ],
  },
  'bug-signing-06': { tests: ['lib/platform/crypto/sign.test.ts', 'lib/platform/transport.test.ts'] },
  'bug-upload-01': { tests: ['lib/sandbox/media.test.ts'] },
  'bug-upload-03': {
    tests: [
      'e2e/media.spec.ts',
      'e2e/ways-in.spec.ts',
      'lib/media/media.integration.test.ts',
      'lib/platform/multipart.test.ts',
      'lib/platform/wire/media.test.ts',
      'lib/sub-merchants/ways-in.integration.test.ts',
    ],
  },
  'bug-upload-04': {
    tests: [
      'e2e/media.spec.ts',
      'e2e/ways-in.spec.ts',
      'lib/media/media.integration.test.ts',
      'lib/media/picture.test.ts',
      'lib/sub-merchants/ways-in.integration.test.ts',
    ],
  },
  'bug-upload-06': {
    tests: [
      'e2e/media.spec.ts',
      'lib/media/picture.test.ts',
      'lib/platform/wire/media.test.ts',
      'lib/sandbox/media.test.ts',
    ],
  },
  'bug-responses-01': {
    tests: [
      'lib/contracts/terminate.integration.test.ts',
      'lib/platform/rows/contract.test.ts',
      'lib/platform/transport.test.ts',
    ],
  },
  'bug-responses-02': {
    tests: ['lib/platform/dispositions.test.ts', 'lib/requests/requests.integration.test.ts'],
    rest: ['applications'],
  },
  'bug-responses-04': {
    tests: [
      'app/api/notifications/[connection]/doors.integration.test.ts',
      'lib/notifications/queries.integration.test.ts',
      'lib/platform/dispositions.test.ts',
      'lib/platform/wire/sub-merchant.test.ts',
      'lib/requests/requests.integration.test.ts',
      'lib/sub-merchants/adopt.integration.test.ts',
    ],
    rest: ['applications', 'deductions'],
  },
  'bug-responses-06': {
    tests: ['e2e/edit-values.spec.ts', 'e2e/sub-merchant-edit.spec.ts', 'lib/requests/requests.integration.test.ts'],
  },
  'bug-responses-07': {
    tests: [
      'e2e/edit-values.spec.ts',
      'lib/platform/dispositions.test.ts',
      'lib/requests/requests.integration.test.ts',
      'lib/requests/schedule.test.ts',
    ],
    rest: ['applications'],
  },
  'bug-duplicates-01': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'e2e/notifications.spec.ts'],
  },
  'bug-duplicates-03': { tests: ['app/api/notifications/[connection]/doors.integration.test.ts'] },
  'bug-duplicates-04': {
    tests: [
      'app/api/notifications/[connection]/doors.integration.test.ts',
      'e2e/notifications.spec.ts',
      'lib/notifications/facts.test.ts',
    ],
  },
  'bug-duplicates-07': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/db/client.integration.test.ts'],
  },
  'bug-idempotency-01': { tests: ['lib/requests/requests.integration.test.ts'] },
  'bug-idempotency-02': { tests: ['lib/platform/transport.test.ts', 'lib/requests/requests.integration.test.ts'] },
  'bug-idempotency-04': {
    tests: ['e2e/edit-drafts.spec.ts', 'e2e/sub-merchant-edit.spec.ts', 'lib/requests/requests.integration.test.ts'],
  },
  'bug-idempotency-06': { tests: ['lib/requests/kill.integration.test.ts'] },
  'bug-charge-safety-01': { tests: ['lib/deductions/charge.integration.test.ts'] },
  'bug-charge-safety-02': {
    tests: ['lib/deductions/charge.integration.test.ts', 'lib/requests/requests.integration.test.ts'],
  },
  'bug-charge-safety-04': {
    tests: ['lib/deductions/rows.integration.test.ts', 'lib/platform/rows/deduction.test.ts'],
    rest: ['deductions'],
  },
  'bug-charge-safety-05': { tests: ['lib/contracts/terminate.integration.test.ts'] },
  'bug-text-01': {
    tests: [
      'e2e/edit-values.spec.ts',
      'lib/platform/wire/text.test.ts',
      'lib/sub-merchants/operation.integration.test.ts',
      'lib/sub-merchants/rules.test.ts',
    ],
  },
  'bug-text-02': { tests: [], rest: ['applications'] },
  'bug-text-04': {
    tests: [
      'components/sub-merchants/edit/tidy.test.ts',
      'e2e/edit-values.spec.ts',
      'lib/platform/wire/text.test.ts',
      'lib/sub-merchants/operation.integration.test.ts',
      'lib/sub-merchants/ways-in.integration.test.ts',
    ],
  },
  'bug-text-05': {
    tests: [
      'lib/platform/wire/text.test.ts',
      'lib/sub-merchants/operation.integration.test.ts',
      'lib/sub-merchants/ways-in.integration.test.ts',
    ],
  },
  'bug-numbers-dates-money-01': {
    tests: [
      'lib/platform/json.test.ts',
      'lib/platform/operations.test.ts',
      'lib/sub-merchants/ways-in.integration.test.ts',
    ],
    rest: ['applications'],
  },
  'bug-numbers-dates-money-03': { tests: ['lib/audit/queries.integration.test.ts'], rest: ['applications'] },
  'bug-numbers-dates-money-04': { tests: ['lib/db/client.integration.test.ts'] },
  'bug-numbers-dates-money-06': { tests: ['lib/platform/wire/currency.test.ts'] },
  'bug-csv-01': { tests: ['e2e/ways-in.spec.ts', 'lib/sub-merchants/csv.test.ts'] },
  'bug-csv-02': {
    tests: ['e2e/ways-in.spec.ts', 'lib/sub-merchants/csv.test.ts', 'lib/sub-merchants/ways-in.integration.test.ts'],
  },
  'bug-csv-04': { tests: ['lib/sub-merchants/csv.test.ts'] },
  'bug-csv-05': {
    tests: [
      'lib/batches/batches.integration.test.ts',
      'lib/batches/kill.integration.test.ts',
      'lib/batches/rules.test.ts',
      'lib/sub-merchants/ways-in.integration.test.ts',
    ],
  },
  'bug-phone-domain-url-01': { tests: ['e2e/edit-values.spec.ts', 'lib/platform/wire/fields.test.ts'] },
  'bug-phone-domain-url-02': {
    tests: [
      'components/sub-merchants/edit/tidy.test.ts',
      'e2e/edit-values.spec.ts',
      'lib/platform/wire/fields.test.ts',
    ],
  },
  'bug-phone-domain-url-03': {
    tests: ['e2e/edit-values.spec.ts', 'lib/domains/normalise.test.ts', 'lib/platform/wire/fields.test.ts'],
  },
  'bug-session-auth-01': {
    tests: [
      'app/rights.test.ts',
      'e2e/edit-drafts.spec.ts',
      'e2e/sessions.spec.ts',
      'e2e/sub-merchant-edit.spec.ts',
      'lib/drafts/drafts.integration.test.ts',
    ],
  },
  'bug-session-auth-02': { tests: ['e2e/access.spec.ts'] },
  'bug-next-runtime-01': { tests: ['e2e/sub-merchant-edit.spec.ts'], rest: ['contracts'] },
  'bug-next-runtime-02': { tests: ['e2e/edit-values.spec.ts'] },
  'bug-next-runtime-03': { tests: ['e2e/edit-drafts.spec.ts', 'e2e/media.spec.ts'] },
  'bug-next-runtime-04': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/platform/transport.test.ts'],
  },
  'bug-database-01': {
    tests: [
      'lib/connections/account.integration.test.ts',
      'lib/sub-merchants/adopt.integration.test.ts',
      'lib/sub-merchants/ways-in.integration.test.ts',
    ],
  },
  'bug-database-03': {
    tests: ['app/api/notifications/[connection]/doors.integration.test.ts', 'lib/db/client.integration.test.ts'],
  },
  'bug-form-editing-01': { tests: ['lib/requests/requests.integration.test.ts', 'lib/sub-merchants/csv.test.ts'] },
  'bug-form-editing-02': {
    tests: [
      'e2e/sub-merchant-edit.spec.ts',
      'lib/requests/requests.integration.test.ts',
      'lib/sub-merchants/compare.test.ts',
    ],
  },
  'bug-form-editing-04': {
    tests: [
      'lib/platform/wire/sub-merchant.test.ts',
      'lib/sub-merchants/operation.integration.test.ts',
      'lib/sub-merchants/rules.test.ts',
    ],
  },
  'bug-form-editing-05': {
    tests: [
      'e2e/edit-values.spec.ts',
      'lib/sub-merchants/operation.integration.test.ts',
      'lib/sub-merchants/rules.test.ts',
    ],
  },
  'bug-privacy-01': { tests: ['e2e/access.spec.ts', 'lib/requests/requests.integration.test.ts'] },
  'bug-privacy-03': {
    tests: [
      'lib/contracts/rules.test.ts',
      'lib/contracts/terminate.integration.test.ts',
      'lib/requests/requests.integration.test.ts',
    ],
  },
  'bug-settings-keys-01': {
    tests: [
      'e2e/settings.spec.ts',
      'lib/connections/key-files.test.ts',
      'lib/connections/keys.integration.test.ts',
      'lib/platform/crypto/pem.test.ts',
    ],
  },
  'bug-settings-keys-03': {
    tests: [
      'lib/connections/certificates.integration.test.ts',
      'lib/connections/key-files.test.ts',
      'lib/platform/crypto/pem.test.ts',
    ],
  },
};

const root = new URL('../../', import.meta.url);
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path) && !path.endsWith('public-cases.test.ts');
const testFiles = ['lib', 'components', 'app', 'e2e', 'prisma', 'scripts'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter(isTest),
);

/** The cases that a file names outside its comments. */
const named = (path: string) =>
  new Set(
    readFileSync(new URL(path, root), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line))
      .flatMap((line) => line.match(/\bbug(?:-[a-z]+)+-\d{2}\b/g) ?? []),
  );

describe('the public cases', () => {
  it('are all here, each with its tests or with the area that meets it', () => {
    expect(Object.keys(cases)).toHaveLength(86);
    for (const [id, { tests, rest }] of Object.entries(cases))
      expect(tests.length + (rest?.length ?? 0), id).not.toBe(0);
  });

  it('are named by exactly the tests that the table says', () => {
    const found: Record<string, string[]> = {};
    for (const path of testFiles) for (const id of named(path)) found[id] = [...(found[id] ?? []), path];
    for (const [id, { tests }] of Object.entries(cases)) expect(found[id]?.sort() ?? [], id).toEqual([...tests].sort());
    expect(Object.keys(found).filter((id) => !(id in cases))).toEqual([]);
  });
});
