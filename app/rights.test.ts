// Who may what, once more and by hand: every page, action and view that there is, read from the folders, is asked by
// nobody, by somebody suspended, by somebody without a role, and by each role, through the real guards. One that is in no table here fails.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { Permission, RoleTable } from '@/lib/auth/permissions';
import {
  acrossConnections,
  builtIn,
  mayDo,
  permissionGroups,
  permissions,
  permissionsIn,
  permissionsOf,
  roles,
} from '@/lib/auth/permissions';

/** What a caller must be: `anybody`, `signed-in`, or hold one of these permissions. */
type Needs = 'anybody' | 'signed-in' | Permission | readonly Permission[];

const pages: Record<string, Needs> = {
  '(public)/again': 'signed-in',
  '(public)/invite/[token]': 'anybody',
  '(public)/sign-in': 'anybody',
  '(staff)': 'signed-in',
  '(staff)/c/[connection]': 'request:read',
  '(staff)/c/[connection]/applications': 'application:read',
  '(staff)/c/[connection]/applications/[applymentId]': 'application:read',
  '(staff)/c/[connection]/applications/desk': 'application:read',
  '(staff)/c/[connection]/approvals': 'approval:read',
  '(staff)/c/[connection]/approvals/[id]': 'approval:read',
  '(staff)/c/[connection]/audit': 'audit:read',
  '(staff)/c/[connection]/audit/[id]': 'audit:read',
  '(staff)/c/[connection]/audit/proof': 'audit:read',
  '(staff)/c/[connection]/batches': 'batch:read',
  '(staff)/c/[connection]/batches/[id]': 'batch:read',
  '(staff)/c/[connection]/batches/new': 'batch:run',
  '(staff)/c/[connection]/contracts': 'contract:read',
  '(staff)/c/[connection]/contracts/[contractId]': 'contract:read',
  '(staff)/c/[connection]/contracts/import': 'contract:edit',
  '(staff)/c/[connection]/deductions': 'deduction:read',
  '(staff)/c/[connection]/deductions/[outTradeNo]': 'deduction:read',
  '(staff)/c/[connection]/deductions/new': 'deduction:charge',
  '(staff)/c/[connection]/discrepancies': 'notification:read',
  '(staff)/c/[connection]/media': 'media:read',
  '(staff)/c/[connection]/notifications': 'notification:read',
  '(staff)/c/[connection]/notifications/[id]': 'notification:read',
  '(staff)/c/[connection]/notifications/not-verified': 'notification:read',
  '(staff)/c/[connection]/requests': 'request:read',
  '(staff)/c/[connection]/requests/[id]': 'request:read',
  '(staff)/c/[connection]/sub-merchants': 'sub-merchant:read',
  '(staff)/c/[connection]/sub-merchants/[subMchid]': 'sub-merchant:read',
  '(staff)/c/[connection]/sub-merchants/[subMchid]/edit': 'sub-merchant:edit',
  '(staff)/c/[connection]/sub-merchants/import': 'sub-merchant:edit',
  '(staff)/c/[connection]/sub-merchants/new': 'sub-merchant:edit',
  // Leads to the first one that the person may open.
  '(staff)/settings': ['keys:manage', 'staff:read', 'approval:read', 'hold:ask', 'request:read'],
  '(staff)/settings/connections': 'request:read',
  '(staff)/settings/certificates': 'keys:manage',
  '(staff)/settings/endpoint': 'keys:manage',
  '(staff)/settings/password': 'signed-in',
  '(staff)/settings/policies': 'approval:read',
  '(staff)/settings/retention': 'hold:ask',
  '(staff)/settings/sessions': 'signed-in',
  '(staff)/settings/sign-in': 'signed-in',
  '(staff)/settings/staff': 'staff:read',
  '(staff)/settings/staff/[staffId]': 'staff:read',
  '(staff)/settings/waiting': 'approval:read',
};

const actions: Record<string, Needs> = {
  // Say whose session it is, of which there is none without one, or change what is one's own.
  saveLocaleAction: 'signed-in',
  saveZoneAction: 'signed-in',
  settleInAction: 'signed-in',
  stepUpAction: 'signed-in',
  askIssuerProofAction: 'signed-in',
  giveFactorAction: 'signed-in',
  changePasswordAction: 'signed-in',
  addPasskeyAction: 'signed-in',
  askPasskeyProofAction: 'signed-in',
  askWaysAction: 'signed-in',
  beginPasskeyAction: 'signed-in',
  beginTotpAction: 'signed-in',
  confirmTotpAction: 'signed-in',
  makeRecoveryCodesAction: 'signed-in',
  removeFactorAction: 'signed-in',
  renamePasskeyAction: 'signed-in',
  // Whoever signs in is nobody yet.
  askPasskeySignInAction: 'anybody',
  endOwnSessionAction: 'signed-in',
  endOtherSessionsAction: 'signed-in',
  // Ends a session, if there is one.
  signOutAction: 'anybody',
  // A one-time link says whose password it is.
  setPasswordAction: 'anybody',
  addMessageKeyAction: 'keys:manage',
  applyContractImportAction: 'contract:edit',
  applyImportAction: 'sub-merchant:edit',
  askCertificatesAction: 'keys:manage',
  askToChargeAction: 'deduction:charge',
  askToModifyAction: 'sub-merchant:edit',
  askToModifyApplicationAction: 'application:modify',
  beginBatchAction: 'batch:run',
  benchSampleAction: 'keys:manage',
  changeOverlapAction: 'keys:manage',
  changeOwnerAction: 'request:settle',
  changePolicyAction: 'policy:manage',
  changeChargeLimitAction: 'policy:manage',
  changeLimitAction: 'staff:manage',
  changeRolesAction: 'staff:manage',
  makeRoleAction: 'staff:manage',
  changeRoleAction: 'staff:manage',
  removeRoleAction: 'staff:manage',
  chargeAction: 'deduction:charge',
  checkOrderNumberAction: 'deduction:charge',
  createContractAction: 'contract:edit',
  createSubMerchantAction: 'sub-merchant:edit',
  decideAction: 'approval:read',
  delegateAction: 'approval:decide',
  discardBatchAction: 'batch:run',
  discardContractImportAction: 'contract:edit',
  discardImportAction: 'sub-merchant:edit',
  endDelegationAction: 'approval:decide',
  endSessionAction: 'staff:manage',
  endSessionsAction: 'staff:manage',
  importCertificateAction: 'keys:manage',
  inspectCertificateAction: 'keys:manage',
  inviteStaffAction: 'staff:manage',
  lookAgainAction: 'batch:run',
  modifyApplicationAction: 'application:modify',
  modifySubMerchantAction: 'sub-merchant:edit',
  parkNotificationAction: 'notification:reprocess',
  pasteMediaIdAction: 'media:edit',
  queryOrderAction: 'deduction:charge',
  readApplicationAction: 'application:modify',
  readContractAction: 'contract:edit',
  readSubMerchantAction: 'sub-merchant:edit',
  recordApplicationAction: 'application:modify',
  recordContractAction: 'contract:terminate',
  recordH5StateAction: 'sub-merchant:edit',
  recordOrderAction: 'deduction:charge',
  reinstateStaffAction: 'staff:manage',
  releaseContractAction: 'deduction:charge',
  remindAction: 'approval:read',
  removeCertificateAction: 'keys:manage',
  removeMessageKeyAction: 'keys:manage',
  removePictureAction: 'media:edit',
  repeatRequestAction: 'request:settle',
  confirmLateAction: 'request:settle',
  discardLateAction: 'request:settle',
  reprocessNotificationAction: 'notification:reprocess',
  resetFactorsAction: 'staff:manage',
  resetPasswordAction: 'staff:manage',
  runSelfTestAction: 'keys:manage',
  saveBatchAction: 'batch:run',
  sealTestAction: 'keys:manage',
  sendAsNewAction: 'sub-merchant:edit',
  setExpectationAction: 'policy:manage',
  addConnectionAction: 'keys:manage',
  checkConnectionAction: 'keys:manage',
  changeRetentionAction: 'policy:manage',
  placeHoldAction: 'hold:ask',
  liftHoldAction: 'hold:ask',
  exchangeKeysAction: 'keys:manage',
  switchConnectionAction: 'keys:manage',
  goOnSendingAction: 'sending:stop',
  beginEmergencyAction: 'emergency:begin',
  endEmergencyAction: 'request:read',
  readEmergencyAction: 'audit:read',
  stopSendingAction: 'sending:stop',
  settleDiscrepancyAction: 'discrepancy:settle',
  settleRequestAction: 'request:settle',
  showLinkAction: 'staff:manage',
  showValueAction: 'personal:show',
  steerBatchAction: 'batch:run',
  suspendStaffAction: 'staff:manage',
  tagCausesAction: 'application:modify',
  terminateContractAction: 'contract:terminate',
  writePenaltyAction: 'application:modify',
};

const views: Record<string, Needs> = {
  'GET auth/[...nextauth]': 'anybody',
  'POST auth/[...nextauth]': 'anybody',
  'GET health': 'anybody',
  // Says whether there is a session.
  'GET session': 'anybody',
  'POST session': 'anybody',
  // Believes the platform by its signature.
  'POST notifications/[connection]': 'anybody',
  'GET notifications/[connection]': 'anybody',
  'PUT notifications/[connection]': 'anybody',
  'PATCH notifications/[connection]': 'anybody',
  'DELETE notifications/[connection]': 'anybody',
  'HEAD notifications/[connection]': 'anybody',
  'OPTIONS notifications/[connection]': 'anybody',
  'DELETE drafts/applications/[connection]/[applymentId]': 'application:modify',
  'GET drafts/applications/[connection]/[applymentId]': 'application:modify',
  'PUT drafts/applications/[connection]/[applymentId]': 'application:modify',
  'DELETE drafts/deductions/[connection]/[contractId]': 'deduction:charge',
  'GET drafts/deductions/[connection]/[contractId]': 'deduction:charge',
  'PUT drafts/deductions/[connection]/[contractId]': 'deduction:charge',
  'DELETE drafts/sub-merchants/[connection]/[subMchid]': 'sub-merchant:edit',
  'GET drafts/sub-merchants/[connection]/[subMchid]': 'sub-merchant:edit',
  'PUT drafts/sub-merchants/[connection]/[subMchid]': 'sub-merchant:edit',
  // Tells of each topic what its readers may see.
  'GET events/[connection]': [
    'sub-merchant:read',
    'application:read',
    'contract:read',
    'deduction:read',
    'request:read',
    'notification:read',
    'approval:read',
  ],
  'POST evidence/[connection]': ['request:settle', 'sub-merchant:edit'],
  'GET evidence/[connection]/[id]': 'approval:read',
  'GET exports/audit/[connection]': 'audit:read',
  'GET exports/batches/[connection]/[id]': 'batch:read',
  'GET exports/contracts/[connection]': 'contract:read',
  'GET exports/deductions/[connection]': 'deduction:read',
  'GET exports/evidence/[connection]': 'audit:read',
  'GET exports/heads/[connection]': 'audit:read',
  'GET exports/sub-merchants/[connection]': 'sub-merchant:read',
  'GET imports/batches/[connection]': 'batch:run',
  'POST imports/batches/[connection]': 'batch:run',
  'GET imports/contracts/[connection]': 'contract:edit',
  'POST imports/contracts/[connection]': 'contract:edit',
  'GET imports/sub-merchants/[connection]': 'sub-merchant:edit',
  'POST imports/sub-merchants/[connection]': 'sub-merchant:edit',
  'GET imports/sub-merchants/[connection]/[id]': 'sub-merchant:edit',
  'POST media/[connection]': 'media:edit',
  'GET media/[connection]/[id]': 'media:read',
  'POST media/[connection]/[id]': 'media:edit',
  'GET views/applications/[connection]/[applymentId]': 'application:read',
  'GET views/approvals/[connection]/[id]': 'approval:read',
  'GET views/domains/[connection]/[subMchid]': 'sub-merchant:read',
  'GET views/media/[connection]': 'media:read',
  'GET views/media/[connection]/[id]': 'media:read',
  'GET views/media/[connection]/held': 'media:read',
  'GET views/notifications/[connection]/[id]': 'notification:read',
  'GET views/requests/[connection]/[id]': 'request:read',
  'GET views/sending/[connection]': 'request:read',
};

class Stopped extends Error {
  constructor(
    readonly what: 'forbidden' | 'not-found' | 'redirect',
    readonly to = '',
  ) {
    super(what);
  }
}
const stop = (what: Stopped['what'], to?: string): never => {
  throw new Stopped(what, to);
};

const caller = vi.hoisted(() => ({
  now: null as { roles: string[]; disabledAt?: Date; isLimited?: boolean; limitedTo?: string[] } | null,
  /** A second factor is enforced, and the caller has none. */
  lacksFactor: false,
  /** Who opened the page that the call comes from, where it says so. */
  openedBy: null as string | null,
  refused: 0,
  beyond: () => {},
}));
const id = '00000000-0000-4000-8000-000000000000';
const elsewhere = '00000000-0000-4000-8000-000000000001';
/** Roles of the institution: a bundle that no built-in one is, each group of rights by itself, and nothing at all. */
const ownBundles: Record<string, Permission[]> = {
  'night-desk': ['request:read', 'contract:terminate', 'staff:read'],
  ...Object.fromEntries(permissionGroups.map((group) => [`only-${group}`, permissionsIn(group)])),
  'no-right': [],
};
/** As the database holds them: a right that there is not gives nothing, and a row by a built-in name changes nothing. */
const ownRoles = [
  ...Object.entries(ownBundles).map(([key, given]) => ({ key, permissions: [...given, 'no:such'] })),
  { key: 'support', permissions: [...permissions] },
];

/**
 * What is held of the process. A deed that calls anything else of it is beyond its guard: that is told, and it waits there
 * for ever.
 */
const trap = (held: object): object =>
  new Proxy(held, {
    get: (target, name) => (name in target || name === 'then' ? Reflect.get(target, name) : beyond),
  });
const wentBeyond = () => {
  caller.beyond();
  return new Promise<never>(() => {});
};
const beyond: object = new Proxy(() => {}, {
  get: (_target, name) => (name === 'then' || typeof name === 'symbol' ? undefined : beyond),
  apply: wentBeyond,
});

vi.mock('next-auth', () => ({
  default: () => wentBeyond(),
  getServerSession: async () => caller.now && { user: { id, tokenVersion: 1, sid: id, authAt: 0 } },
}));
vi.mock('next/headers', () => ({
  headers: async () => new Headers(caller.openedBy === null ? {} : { 'x-opened-by': caller.openedBy }),
  cookies: async () => ({ getAll: () => [], get: () => undefined, set: () => {}, delete: () => {} }),
}));
vi.mock('next/navigation', () => ({
  redirect: (to: string) => stop('redirect', to),
  forbidden: () => stop('forbidden'),
  notFound: () => stop('not-found'),
  usePathname: () => '/',
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(),
}));
vi.mock('next-intl/server', () => {
  const words = async () => Object.assign(() => '', { rich: () => '', has: () => true, raw: () => '' });
  return {
    getTranslations: words,
    getLocale: async () => 'en',
    getFormatter: words,
    getMessages: async () => ({}),
    getRequestConfig: (of: unknown) => of,
  };
});
vi.mock('@/lib/log', () => ({ logEvent: () => {} }));
vi.mock('@/lib/audit/record', () => ({
  recordAudit: async (_tx: unknown, { event }: { event: { action: string } }) => {
    if (event.action !== 'access.refused') await wentBeyond();
    caller.refused += 1;
  },
}));
vi.mock('@/lib/context', () => {
  const account = () => ({
    connection: trap({ id, slug: 'practice', name: 'Practice', mode: 'institutional', environment: 'practice' }),
  });
  const db = trap({
    staff: {
      findUnique: async () => ({
        disabledAt: null,
        isLimited: false,
        limitedTo: [],
        ...caller.now,
        id,
        email: 'one@practice.example',
        name: 'One',
        tokenVersion: 1,
      }),
      update: () => wentBeyond(),
    },
    ownRole: { findMany: async () => ownRoles },
    stepUp: { findFirst: async () => null },
    staffSession: {
      findFirst: async () => ({ id, staffId: id, beganAt: new Date(0), seenAt: new Date(0), endedAt: null }),
    },
    totpSecret: { count: async () => 0 },
    passkey: { count: async () => 0 },
    $transaction: async (run: (tx: object) => unknown) => run(trap({})),
  });
  const held = trap({
    db,
    now: () => new Date(0),
    log: () => {},
    vault: {},
    environment: {
      publicUrl: 'https://console.example',
      trustProxy: 0,
      authSecret: '',
      sessionIdleMs: 60_000,
      get requireSecondFactor() {
        return caller.lacksFactor ? 'on' : 'off';
      },
      oidc: null,
    },
    accounts: () => [account()],
    accountBySlug: (slug: string) => (slug === 'practice' ? account() : null),
  });
  return { context: async () => held };
});

const root = new URL('../', import.meta.url);
const filesUnder = (folder: string, isWanted: (file: string) => boolean) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter(isWanted);
const load = (file: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ new URL(file, root).pathname);

type Verdict = 'ran' | 'forbidden' | 'signed-out' | 'not-found' | 'factor' | 'nothing';

/** What became of a call (of an id that is not there it is `not-found`, behind the guard too): how it was refused, that nothing was done or answered, or that it got beyond its guard. */
async function verdictOf(run: () => unknown): Promise<Verdict> {
  const ran = new Promise<'ran'>((settle) => {
    caller.beyond = () => settle('ran');
  });
  try {
    const answer: unknown = await Promise.race([ran, run()]);
    if (answer === 'ran') return 'ran';
    if (answer instanceof Response && answer.status === 403 && (await answer.clone().text()).includes('second-factor-'))
      return 'factor';
    if (answer instanceof Response)
      return ({ 401: 'signed-out', 403: 'forbidden', 404: 'not-found' } as const)[answer.status as 401] ?? 'ran';
    if (answer === undefined || answer === null) return 'nothing';
    const refusal = (answer as { refusal?: { kind: string; rule?: string } }).refusal;
    if (refusal?.rule === 'second-factor-needed') return 'factor';
    const kind = refusal?.kind;
    return kind === 'forbidden' || kind === 'signed-out' || kind === 'not-found' ? kind : 'ran';
  } catch (thrown) {
    if (!(thrown instanceof Stopped)) return 'ran';
    if (thrown.what !== 'redirect') return thrown.what;
    if (thrown.to.startsWith('/settings/sign-in')) return 'factor';
    return thrown.to.startsWith('/sign-in') ? 'signed-out' : 'ran';
  }
}

/** Pages for whoever is signed in, that are not the one on which a second factor is set up. */
const pagesThatWait = ['(staff)', '(staff)/settings/password', '(staff)/settings/sessions'];

const table: RoleTable = new Map([...builtIn, ...Object.entries(ownBundles)]);

/** Every kind of caller: nobody, somebody without a role, and each role alone, those of the institution's own among them. */
const callers: (readonly string[] | null)[] = [null, [], ...[...table.keys()].map((role) => [role])];
const params: Record<string, string> = {
  connection: 'practice',
  token: 'none',
  nextauth: 'none',
  subMchid: '1900003028',
  applymentId: '100001',
  contractId: 'C1',
  outTradeNo: 'D1',
  staffId: id,
  id,
};

function expectedOf(needs: Needs, held: readonly string[] | null): Verdict[] {
  if (needs === 'anybody') return ['ran', 'signed-out', 'not-found'];
  if (held === null) return needs === 'signed-in' ? ['signed-out', 'nothing'] : ['signed-out'];
  if (needs === 'signed-in') return ['ran', 'nothing', 'not-found'];
  const given = permissionsOf({ roles: held, connectionLimit: null }, table);
  return [needs].flat().some((permission) => mayDo(given, permission as Permission))
    ? ['ran', 'not-found']
    : ['forbidden'];
}

async function expectNeeds(what: string, needs: Needs | undefined, run: () => unknown) {
  expect(needs, `${what} is in no table: say who may`).toBeDefined();
  if (needs === undefined) return;
  for (const held of callers) {
    caller.now = held && { roles: [...held] };
    caller.refused = 0;
    const expected = expectedOf(needs, held);
    const name = `${what} for ${held === null ? 'nobody' : `[${held.join()}]`}`;
    expect(expected, name).toContain(await verdictOf(run));
    // Whoever is refused by name is in the trail.
    expect(caller.refused, name).toBe(expected.includes('forbidden') ? 1 : 0);
  }
  // Who is limited to other connections is told that there is none here, whatever their roles; that they asked is in the trail.
  const isHere = !['anybody', 'signed-in'].includes(String(needs));
  if (isHere) {
    const limitedName = `${what} for somebody limited to elsewhere`;
    caller.now = { roles: ['auditor', 'operator', 'integrations'], isLimited: true, limitedTo: [elsewhere] };
    caller.refused = 0;
    expect(await verdictOf(run), limitedName).toBe('not-found');
    expect(caller.refused, limitedName).toBe(1);
    // Who is limited to this one does here what their roles give, but nothing that reaches over all.
    const mine = [...roles].filter((role) => role !== 'administrator');
    caller.now = { roles: mine, isLimited: true, limitedTo: [id] };
    const given = permissionsOf({ roles: mine, connectionLimit: [id] });
    const may = [needs].flat().some((permission) => mayDo(given, permission as Permission));
    const reachesOver = [needs].flat().every((permission) => acrossConnections.includes(permission as Permission));
    const verdicts = may ? ['ran', 'not-found'] : ['forbidden'];
    caller.refused = 0;
    expect(verdicts, `${what} for somebody limited to here`).toContain(await verdictOf(run));
    expect(caller.refused, `${what} for somebody limited to here`).toBe(may ? 0 : 1);
    if (reachesOver) expect(may, what).toBe(false);
  }
  // Who must have a second factor and has none does nothing but set one up; that they tried a deed is in the trail.
  const lacking = `${what} without a second factor`;
  caller.now = { roles: ['administrator'] };
  caller.refused = 0;
  caller.lacksFactor = true;
  const verdict = await verdictOf(run);
  caller.lacksFactor = false;
  const isOpen = ['anybody', 'signed-in'].includes(String(needs)) && !pagesThatWait.includes(what);
  expect(isOpen ? ['ran', 'nothing', 'signed-out', 'not-found'] : ['factor'], lacking).toContain(verdict);
  expect(caller.refused, lacking).toBe(isOpen || /^GET |^\(/.test(what) ? 0 : 1);
  // Who was suspended is nobody, whatever role is left; that they tried a deed is in the trail.
  const name = `${what} for somebody suspended`;
  caller.now = { roles: ['administrator'], disabledAt: new Date(0) };
  caller.refused = 0;
  expect(expectedOf(needs, null), name).toContain(await verdictOf(run));
  const isDeed = !/^GET |^\(/.test(what) && !['anybody', 'signed-in'].includes(String(needs));
  expect(caller.refused, name).toBe(isDeed ? 1 : 0);
}

describe('rights', () => {
  const pageFiles = filesUnder('app', (file) => file.endsWith('/page.tsx'));
  const nameOf = (file: string) => file.replace(/^app\/|\/page\.tsx$/g, '');
  const address = () => ({
    params: Promise.resolve(params),
    searchParams: Promise.resolve({ connection: 'practice' }),
  });

  it('of the pages: the table holds exactly those that there are', () => {
    expect(pageFiles.map(nameOf).sort()).toEqual(Object.keys(pages).sort());
  });

  it.each(pageFiles)(
    '%s',
    async (file) => {
      const page = await load(file);
      await expectNeeds(nameOf(file), pages[nameOf(file)], () => (page.default as (_: unknown) => unknown)(address()));
      // A title is made beside the page, before or after its guard: it may tell nothing that is kept.
      caller.now = null;
      const title = page.generateMetadata as ((_: unknown) => Promise<unknown>) | undefined;
      await title?.(address()).catch((thrown: unknown) => expect(thrown).toMatchObject({ what: 'redirect' }));
    },
    60_000,
  );

  const actionFiles = ['lib', 'app', 'components'].flatMap((folder) =>
    filesUnder(folder, (file) => /\.tsx?$/.test(file) && !/\.test\.|generated\//.test(file)).filter((file) =>
      /^\s*['"]use server['"]/m.test(readFileSync(new URL(file, root), 'utf8')),
    ),
  );

  it('of the actions: each stands in a file of actions, and the table holds exactly those that there are', async () => {
    expect(actionFiles.filter((file) => !/^lib\/[\w-]+\/actions\.ts$/.test(file))).toEqual([]);
    const names = await Promise.all(actionFiles.map(async (file) => Object.keys(await load(file))));
    expect(names.flat().sort()).toEqual(Object.keys(actions).sort());
  }, 60_000);

  it.each(actionFiles)(
    '%s',
    async (file) => {
      for (const [name, action] of Object.entries(await load(file)))
        await expectNeeds(name, actions[name], () => (action as (_: unknown) => unknown)({ connection: 'practice' }));
    },
    60_000,
  );

  it('a page that somebody opened does nothing in the name of who signed in since (bug-session-auth-01)', async () => {
    const names: string[] = [];
    for (const file of actionFiles) {
      for (const [name, action] of Object.entries(await load(file))) {
        if (actions[name] === 'anybody') continue;
        caller.now = { roles: ['administrator'] };
        const run = () => (action as (_: unknown) => unknown)({ connection: 'practice' });
        caller.openedBy = elsewhere;
        const verdict = await verdictOf(run);
        caller.openedBy = null;
        if (!['signed-out', 'nothing'].includes(verdict)) names.push(name);
      }
    }
    expect(names).toEqual([]);
  }, 60_000);

  const viewFiles = filesUnder('app/api', (file) => file.endsWith('/route.ts'));
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const handlersOf = async (file: string) =>
    Object.entries(await load(file))
      .filter(([method]) => methods.includes(method))
      .map(([method, handler]) => ({
        method,
        name: `${method} ${file.replace(/^app\/api\/|\/route\.ts$/g, '')}`,
        handler: handler as (request: Request, route: unknown) => unknown,
      }));

  it('of the views: the table holds exactly those that there are', async () => {
    const names = (await Promise.all(viewFiles.map(handlersOf))).flat().map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(views).sort());
  }, 60_000);

  it.each(viewFiles)(
    '%s',
    async (file) => {
      for (const { method, name, handler } of await handlersOf(file)) {
        const headers = { 'X-Opened-By': id };
        await expectNeeds(name, views[name], () =>
          handler(new Request('https://console.example/api', { method, headers }), { params: Promise.resolve(params) }),
        );
      }
    },
    60_000,
  );
});
