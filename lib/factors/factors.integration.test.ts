// Second factors over a real database: what counts once counts once, also for two at the same moment.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authOptions } from '@/lib/auth/options';
import { hashPassword } from '@/lib/auth/password';
import type { Staff } from '@/lib/auth/staff';
import { lastProof, proveByCode, proveByPasskey, proveByPassword } from '@/lib/auth/step-up';
import type { Db } from '@/lib/db/client';
import { createDb } from '@/lib/db/client';
import { createVault } from '@/lib/db/vault';
import type { SoftwarePasskey } from '@/lib/testing/authenticator';
import { createPasskey } from '@/lib/testing/authenticator';
import { builtInRights } from '@/lib/testing/rights';
import { purgeChallenges } from './challenge';
import type { FactorSurroundings } from './change';
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  makeRecoveryCodes,
  removeFactor,
  renamePasskey,
} from './change';
import { lacksFactor } from './enforced';
import { askToSign } from './passkeys';
import { myFactors, waysOf } from './queries';
import { totpAbout } from './totp';

const password = 'a long sentence of one person';
const publicUrl = 'https://console.example';
let db: Db;
let passwordHash: string;
let at = new Date('2026-03-02T08:00:00Z');
const now = () => at;
const pass = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
const vault = createVault(Buffer.alloc(32, 7));
const held = (): FactorSurroundings => ({ db, now, vault, publicUrl });

beforeAll(async () => {
  db = createDb(process.env.DATABASE_URL ?? '');
  passwordHash = await hashPassword(password);
});
afterAll(() => db.$disconnect());

/** Somebody who signed in this moment. */
async function person(roles = ['checker']): Promise<Staff> {
  const { id, email, name, locale, timeZone } = await db.staff.create({
    data: { email: `${crypto.randomUUID()}@practice.example`, name: 'One', roles, passwordHash },
  });
  return { id, email, name, ...builtInRights(roles), locale, timeZone, ip: '198.51.100.7', confirmedAt: at };
}
const anew = (staff: Staff): Staff => ({ ...staff, confirmedAt: at });
const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + seconds * 1000 });
const refused = (rule: string) => ({ ok: false, refusal: { kind: 'conflict', rule } });
const trailOf = async ({ id }: Staff) =>
  (await db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } })).map(({ action, data }) => [
    action,
    data,
  ]);

/** Sets an app up; the code that did so is of the present step. */
async function withApp(staff: Staff) {
  const begun = await beginTotp(held(), anew(staff));
  if (!begun.ok) throw new Error('no secret');
  const { secret } = begun.value;
  const done = await confirmTotp(held(), anew(staff), codeOf(secret));
  if (!done.ok) throw new Error(JSON.stringify(done.refusal));
  return { secret, codes: done.value.codes };
}

async function withPasskey(staff: Staff, name = 'Key') {
  const key = createPasskey(publicUrl);
  const begun = await beginPasskey(held(), anew(staff));
  if (!begun.ok) throw new Error('not asked');
  const answer = key.add(begun.value);
  const added = await addPasskey(held(), anew(staff), { name, answer });
  if (!added.ok) throw new Error(JSON.stringify(added.refusal));
  return { key, codes: added.value.codes };
}

/** Signs in as the package does; answers the person, or the word of the refusal. */
const nowhere = { ip: null, browser: null, system: null };
async function signIn(given: Record<string, string>, ip = '198.51.100.8', demoAccounts = false) {
  const options = authOptions({
    ...held(),
    secret: 'x',
    trustProxy: 1,
    demoAccounts,
    isSecure: true,
    log: () => {},
    whereabouts: async () => nowhere,
  });
  const [provider] = options.providers as unknown as {
    options: { authorize: (given: object, request: object) => Promise<{ id: string }> };
  }[];
  return provider?.options
    .authorize(given, { headers: { 'x-forwarded-for': ip } })
    .then(({ id }) => id)
    .catch((error: Error) => error.message);
}
const askedToSignIn = () => askToSign(held(), { purpose: 'sign-in', staffId: null });
const byPasskey = async (key: SoftwarePasskey, manner = {}) =>
  signIn({ passkey: JSON.stringify(key.sign(await askedToSignIn(), manner)) });

it('lets an account of the demo in only where nobody but this machine reaches the console', async () => {
  const { id, email } = await person();
  const given = { email, password };
  await db.staff.update({ where: { id }, data: { demo: true } });
  expect(await signIn(given)).toBe('credentials');
  expect(await signIn(given, '198.51.100.8', true)).toBe(id);
});

describe('an app', () => {
  it('counts from its first code on, with ten recovery codes, and its secret is sealed', async () => {
    const staff = await person();
    const begun = await beginTotp(held(), staff);
    if (!begun.ok) throw new Error('no secret');
    expect(begun.value.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.value.picture.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
    expect(await waysOf(db, staff.id)).toEqual({ code: false, passkey: false });
    expect(await confirmTotp(held(), staff, '000000')).toMatchObject(refused('code-wrong'));
    const done = await confirmTotp(held(), staff, codeOf(begun.value.secret));
    expect(done).toMatchObject({ ok: true });
    expect(done.ok && done.value.codes).toHaveLength(10);
    expect(await waysOf(db, staff.id)).toEqual({ code: true, passkey: false });
    const row = await db.totpSecret.findUniqueOrThrow({ where: { staffId: staff.id } });
    const secret = vault.open(row.secret ?? new Uint8Array(), totpAbout(staff.id));
    expect(secret).toHaveLength(20);
    expect(Buffer.from(row.secret ?? []).includes(secret)).toBe(false);
    expect(() => vault.open(row.secret ?? new Uint8Array(), totpAbout(crypto.randomUUID()))).toThrow();
    expect(await trailOf(staff)).toEqual([
      ['staff.factor-added', { factor: 'totp', name: null }],
      ['staff.recovery-codes-made', { codes: 10 }],
    ]);
  });

  it('that was scanned too long ago is set up anew, and the one before works on', async () => {
    const staff = await person();
    const { secret } = await withApp(staff);
    const begun = await beginTotp(held(), anew(staff));
    pass(16 * 60);
    const other = begun.ok ? begun.value.secret : '';
    expect(await confirmTotp(held(), anew(staff), codeOf(other))).toMatchObject(refused('no-app'));
    expect(await signIn({ email: staff.email, password, code: codeOf(secret) })).toBe(staff.id);
  });

  it('shows codes that count once: not twice, not in the next step, not for two at once', async () => {
    const staff = await person();
    const { secret } = await withApp(staff);
    const email = staff.email;
    expect(await signIn({ email, password })).toBe('second-factor:code');
    expect(await signIn({ email, password, code: codeOf(secret) })).toBe('second-factor-wrong');
    pass(30);
    const code = codeOf(secret);
    const both = await Promise.all([
      signIn({ email, password, code }),
      signIn({ email, password, code }),
      signIn({ email, password, code }),
    ]);
    expect(both.filter((one) => one === staff.id)).toHaveLength(1);
    expect(both.filter((one) => one === 'second-factor-wrong')).toHaveLength(2);
    pass(30);
    expect(await signIn({ email, password, code })).toBe('second-factor-wrong');
    // A clock that is half a minute behind or ahead is as good.
    expect(await signIn({ email, password, code: codeOf(secret, 30) })).toBe(staff.id);
    expect(await signIn({ email, password, code: codeOf(secret) })).toBe('second-factor-wrong');
    pass(90);
    expect(await signIn({ email, password, code: codeOf(secret, 90) })).toBe('second-factor-wrong');
    expect(await signIn({ email, password, code: codeOf(secret, -30) })).toBe(staff.id);
  });

  it('does not make up for a wrong password, and ten tries are all that are heard', async () => {
    const staff = await person();
    const { secret } = await withApp(staff);
    pass(30);
    const email = staff.email;
    expect(await signIn({ email, password: 'not it', code: codeOf(secret) })).toBe('credentials');
    for (let n = 0; n < 9; n += 1)
      expect(await signIn({ email, password, code: '000000' })).toBe('second-factor-wrong');
    expect(await signIn({ email, password, code: codeOf(secret) })).toMatch(/^locked:\d+$/);
    const refusals = await db.auditEntry.findMany({ where: { actorName: email }, orderBy: { id: 'asc' } });
    expect(refusals.map(({ data }) => (data as { cause: string }).cause)).toEqual([
      'credentials',
      ...Array(9).fill('second-factor'),
      'locked',
    ]);
  });
});

describe('a recovery code', () => {
  it('stands in once, in whichever spelling, and is kept as a hash only', async () => {
    const staff = await person();
    const { codes } = await withApp(staff);
    const [first = '', second = ''] = codes ?? [];
    expect(first).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
    const given = { email: staff.email, password };
    expect(await signIn({ ...given, code: first.toLowerCase() })).toBe(staff.id);
    expect(await signIn({ ...given, code: first })).toBe('second-factor-wrong');
    const both = await Promise.all([signIn({ ...given, code: second }), signIn({ ...given, code: second })]);
    expect(both.toSorted()).toEqual(['second-factor-wrong', staff.id].toSorted());
    expect((await myFactors(db, staff.id, false)).recoveryLeft).toBe(8);
    const kept = JSON.stringify(await db.recoveryCode.findMany({ where: { staffId: staff.id } }));
    for (const code of codes ?? []) expect(kept).not.toContain(code.replaceAll('-', ''));
    expect((await trailOf(staff)).at(-1)).toEqual(['staff.signed-in', { by: 'recovery' }]);
  });

  it('of somebody else, or from before new ones were made, is none', async () => {
    const [staff, other] = [await person(), await person()];
    const [{ codes }, others] = [await withApp(staff), await withApp(other)];
    const given = { email: staff.email, password };
    expect(await signIn({ ...given, code: others.codes?.[0] ?? '' })).toBe('second-factor-wrong');
    const made = await makeRecoveryCodes(held(), anew(staff));
    expect(await signIn({ ...given, code: codes?.[0] ?? '' })).toBe('second-factor-wrong');
    expect(made.ok && (await signIn({ ...given, code: made.value.codes[0] ?? '' }))).toBe(staff.id);
    expect(await makeRecoveryCodes(held(), await person())).toMatchObject(refused('no-factor'));
  });
});

describe('a passkey', () => {
  it('signs in alone, once for each question', async () => {
    const staff = await person();
    const { key, codes } = await withPasskey(staff);
    expect(codes).toHaveLength(10);
    expect(await byPasskey(key)).toBe(staff.id);
    expect((await trailOf(staff)).at(-1)).toEqual(['staff.signed-in', { by: 'passkey' }]);
    const answer = { passkey: JSON.stringify(key.sign(await askedToSignIn())) };
    const both = await Promise.all([signIn(answer), signIn(answer)]);
    expect(both.toSorted()).toEqual(['passkey', staff.id].toSorted());
    expect(await signIn({ email: staff.email, password })).toBe('second-factor:passkey');
  });

  it('is refused where it verified nobody, for another site, for another person, and after five minutes', async () => {
    const staff = await person();
    const { key } = await withPasskey(staff);
    expect(await byPasskey(key, { isVerified: false })).toBe('passkey');
    expect(await byPasskey(key, { origin: 'https://console.example.net' })).toBe('passkey');
    expect(await byPasskey(key, { userHandle: crypto.randomUUID() })).toBe('passkey');
    expect(await byPasskey(key, { userHandle: staff.id })).toBe(staff.id);
    expect(await signIn({ passkey: JSON.stringify(key.sign({ challenge: 'bmV2ZXIgYXNrZWQ' })) })).toBe('passkey');
    const asked = await askedToSignIn();
    pass(5 * 60 + 1);
    expect(await signIn({ passkey: JSON.stringify(key.sign(asked)) })).toBe('passkey');
    expect(await purgeChallenges({ db, now })).toBeGreaterThan(0);
    for (const passkey of ['', '{', 'null', '[]', '{"id":1}', JSON.stringify({ ...key.sign(asked), id: 'x' })])
      expect(await signIn({ passkey })).toBe('passkey');
  });

  it('that counts less than before is a copy: it is refused, and the trail says so', async () => {
    const staff = await person();
    const { key } = await withPasskey(staff);
    expect(await byPasskey(key, { counter: 5 })).toBe(staff.id);
    expect(await byPasskey(key, { counter: 5 })).toBe('passkey');
    expect(await byPasskey(key, { counter: 4 })).toBe('passkey');
    expect(await byPasskey(key, { counter: 0 })).toBe('passkey');
    expect(await byPasskey(key, { counter: 6 })).toBe(staff.id);
    const copied = await db.auditEntry.findMany({ where: { actorName: staff.email } });
    expect(copied.map(({ data }) => data)).toEqual(Array(3).fill({ cause: 'passkey-copied' }));
    const never = await person();
    const other = await withPasskey(never);
    for (let n = 0; n < 2; n += 1) expect(await byPasskey(other.key, { counter: 0 })).toBe(never.id);
  });

  it('of somebody suspended lets nobody in', async () => {
    const staff = await person();
    const { key } = await withPasskey(staff);
    await db.staff.update({ where: { id: staff.id }, data: { disabledAt: at } });
    expect(await byPasskey(key)).toBe('passkey');
  });

  it('is added by one answer to our question, verified, and by nobody twice', async () => {
    const staff = await person();
    const key = createPasskey(publicUrl);
    const ask = async () => {
      const begun = await beginPasskey(held(), anew(staff));
      if (!begun.ok) throw new Error('not asked');
      return begun.value;
    };
    const add = (answer: unknown, name = 'Key') => addPasskey(held(), anew(staff), { name, answer });
    expect(await add(key.add(await ask(), { isVerified: false }))).toMatchObject(refused('passkey-wrong'));
    expect(await add(key.add(await ask(), { origin: 'https://x.example' }))).toMatchObject(refused('passkey-wrong'));
    expect(await add({})).toMatchObject(refused('passkey-wrong'));
    // The question of a sign-in, or of somebody else, is another one.
    expect(await add(key.add(await askedToSignIn()))).toMatchObject(refused('passkey-wrong'));
    const asked = await ask();
    const other = await person();
    expect(await addPasskey(held(), other, { name: 'Key', answer: createPasskey(publicUrl).add(asked) })).toMatchObject(
      refused('passkey-wrong'),
    );
    expect(await add(key.add(asked), ' \n ')).toMatchObject({ refusal: { kind: 'invalid' } });
    expect(await add(key.add(asked))).toMatchObject({ ok: true });
    expect(await add(key.add(asked))).toMatchObject(refused('passkey-wrong'));
    expect(await add(key.add(await ask()))).toMatchObject(refused('passkey-known'));
    expect((await ask()).excludeCredentials).toMatchObject([{ id: key.id }]);
  });
});

describe('changing one’s own factors', () => {
  it('needs a proof of the last five minutes, each time', async () => {
    const staff = await person();
    await withApp(staff);
    await withPasskey(staff);
    const late = { ...staff, confirmedAt: new Date(at.getTime() - 5 * 60_000 - 1) };
    const passkeyId = (await db.passkey.findFirstOrThrow({ where: { staffId: staff.id } })).id;
    const removal = { removal: { factor: 'totp' }, isEnforced: false } as const;
    const answers = [
      await beginTotp(held(), late),
      await confirmTotp(held(), late, '000000'),
      await beginPasskey(held(), late),
      await addPasskey(held(), late, { name: 'Key', answer: {} }),
      await renamePasskey(held(), late, { passkeyId, name: 'Other' }),
      await removeFactor(held(), late, removal),
      await makeRecoveryCodes(held(), late),
    ];
    for (const answer of answers) expect(answer).toMatchObject(refused('step-up-needed'));
  });

  it('is about one’s own alone, and is in the trail', async () => {
    const [staff, other] = [await person(), await person()];
    await withPasskey(staff, 'Blue key');
    const { id: passkeyId } = await db.passkey.findFirstOrThrow({ where: { staffId: staff.id } });
    const mine = { removal: { factor: 'passkey', passkeyId }, isEnforced: false } as const;
    expect(await renamePasskey(held(), other, { passkeyId, name: 'x' })).toMatchObject({
      refusal: { kind: 'not-found' },
    });
    expect(await removeFactor(held(), other, mine)).toMatchObject({ refusal: { kind: 'not-found' } });
    expect(await renamePasskey(held(), anew(staff), { passkeyId, name: ' Red key ' })).toMatchObject({ ok: true });
    expect(await removeFactor(held(), anew(staff), mine)).toMatchObject({ ok: true });
    expect((await trailOf(staff)).slice(2)).toEqual([
      ['staff.factor-renamed', { from: 'Blue key', to: 'Red key' }],
      ['staff.factor-removed', { factor: 'passkey', name: 'Red key', wasLast: true }],
    ]);
    // With the last one the codes go: they stand in for nothing.
    expect((await myFactors(db, staff.id, false)).recoveryLeft).toBe(0);
    expect(await signIn({ email: staff.email, password })).toBe(staff.id);
  });

  it('leaves the last one where it is enforced, also for two at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const staff = await person();
      await withApp(staff);
      await withPasskey(staff);
      const { id: passkeyId } = await db.passkey.findFirstOrThrow({ where: { staffId: staff.id } });
      const answers = await Promise.all([
        removeFactor(held(), anew(staff), { removal: { factor: 'totp' }, isEnforced: true }),
        removeFactor(held(), anew(staff), { removal: { factor: 'passkey', passkeyId }, isEnforced: true }),
      ]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      expect(answers.find(({ ok }) => !ok)).toMatchObject(refused('last-factor'));
      expect((await myFactors(db, staff.id, true)).recoveryLeft).toBe(10);
    }
  });
});

describe('step-up', () => {
  const sessionOf = (staff: Staff) => ({ staff: { ...staff, confirmedAt: null }, sessionId: crypto.randomUUID() });
  const proofOf = ({ staff, sessionId }: ReturnType<typeof sessionOf>) =>
    lastProof(db, { staffId: staff.id, sessionId, signedInAt: null });

  it('takes the password only from whoever has nothing else', async () => {
    const staff = await person();
    const session = sessionOf(staff);
    expect(await proveByPassword(held(), session, password)).toMatchObject({ ok: true });
    await withApp(staff);
    const later = sessionOf(staff);
    expect(await proveByPassword(held(), later, password)).toMatchObject(refused('factor-needed'));
    expect(await proveByPassword(held(), later, 'not it')).toMatchObject(refused('factor-needed'));
    expect(await proofOf(later)).toBeNull();
  });

  it('takes a code of the app once, and no recovery code', async () => {
    const staff = await person();
    const { secret, codes } = await withApp(staff);
    const session = sessionOf(staff);
    pass(30);
    expect(await proveByCode(held(), session, codes?.[0] ?? '')).toMatchObject(refused('code-wrong'));
    expect(await proveByCode(held(), session, codeOf(secret))).toMatchObject({ ok: true });
    expect(await proofOf(session)).toEqual(at);
    expect(await proveByCode(held(), session, codeOf(secret))).toMatchObject(refused('code-wrong'));
    // What proved once signs nobody in.
    expect(await signIn({ email: staff.email, password, code: codeOf(secret) })).toBe('second-factor-wrong');
    expect((await trailOf(staff)).filter(([action]) => String(action).includes('prove'))).toEqual([
      ['staff.proven', { by: 'totp' }],
    ]);
  });

  it('takes one’s own passkey, asked for this and nothing else', async () => {
    const [staff, other] = [await person(), await person()];
    const [{ key }, others] = [await withPasskey(staff), await withPasskey(other)];
    const session = sessionOf(staff);
    const ask = () => askToSign(held(), { purpose: 'step-up', staffId: staff.id });
    expect((await ask()).allowCredentials).toMatchObject([{ id: key.id }]);
    const prove = (answer: unknown) => proveByPasskey(held(), session, answer);
    expect(await prove(others.key.sign(await ask()))).toMatchObject(refused('passkey-wrong'));
    expect(await prove(key.sign(await askedToSignIn()))).toMatchObject(refused('passkey-wrong'));
    expect(await prove(key.sign(await ask(), { isVerified: false }))).toMatchObject(refused('passkey-wrong'));
    expect(await proofOf(session)).toBeNull();
    expect(await prove(key.sign(await ask()))).toMatchObject({ ok: true });
    expect(await proofOf(session)).toEqual(at);
    // And nothing that was asked for this signs anybody in.
    expect(await signIn({ passkey: JSON.stringify(key.sign(await ask())) })).toBe('passkey');
  });

  it('hears ten tries, together with those of signing in', async () => {
    const staff = await person();
    await withApp(staff);
    for (let n = 0; n < 5; n += 1) await signIn({ email: staff.email, password, code: '000000' });
    const session = sessionOf(staff);
    for (let n = 0; n < 5; n += 1)
      expect(await proveByCode(held(), session, '000000')).toMatchObject(refused('code-wrong'));
    expect(await proveByCode(held(), session, '000000')).toMatchObject(refused('too-many-tries'));
  });
});

describe('who must have one', () => {
  const around = (requireSecondFactor: 'on' | 'off' | null, environment = 'practice') => ({
    db,
    environment: { requireSecondFactor },
    accounts: () => [{ connection: { environment } }],
  });

  it('lacks it until an app or a passkey is there', async () => {
    const [staff, reader] = [await person(['payments']), await person(['support', 'support'])];
    expect(await lacksFactor(around(null), staff)).toBe(false);
    expect(await lacksFactor(around(null, 'live'), staff)).toBe(true);
    expect(await lacksFactor(around('on'), staff)).toBe(true);
    expect(await lacksFactor(around('on'), reader)).toBe(false);
    await beginTotp(held(), staff);
    expect(await lacksFactor(around('on'), staff)).toBe(true);
    await withPasskey(staff);
    expect(await lacksFactor(around('on'), staff)).toBe(false);
  });
});
