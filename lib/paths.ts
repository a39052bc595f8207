/** The only place that spells an address of the console (decisions 2). */
const connection = (slug: string) => `/c/${encodeURIComponent(slug)}`;
const query = (params: Record<string, string | undefined>) => {
  const held = Object.entries(params).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return held.length === 0 ? '' : `?${new URLSearchParams(held)}`;
};

export const paths = {
  root: () => '/',
  signIn: (params: { next?: string; reason?: string } = {}) => `/sign-in${query(params)}`,
  /** Where somebody signs in anew at the issuer, in a window of its own, and where they come back to; `next`: where they go on to. */
  again: (params: { done?: 'yes' | 'no'; next?: string } = {}) => `/again${query(params)}`,
  home: (slug: string) => connection(slug),
  subMerchants: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/sub-merchants${query(params)}`,
  newSubMerchant: (slug: string, params: { sub_mchid?: string } = {}) =>
    `${connection(slug)}/sub-merchants/new${query(params)}`,
  importSubMerchants: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/sub-merchants/import${query(params)}`,
  subMerchant: (slug: string, subMchid: string, params: { tab?: string } = {}) =>
    `${connection(slug)}/sub-merchants/${encodeURIComponent(subMchid)}${query(params)}`,
  editSubMerchant: (slug: string, subMchid: string) =>
    `${connection(slug)}/sub-merchants/${encodeURIComponent(subMchid)}/edit`,
  /** The states board (screens 8). */
  applications: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/applications${query(params)}`,
  /** The rejection desk, at one application or at the oldest. */
  desk: (slug: string, params: { applyment_id?: string } = {}) =>
    `${connection(slug)}/applications/desk${query(params)}`,
  application: (slug: string, applymentId: string, params: { tab?: string } = {}) =>
    `${connection(slug)}/applications/${encodeURIComponent(applymentId)}${query(params)}`,
  contracts: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/contracts${query(params)}`,
  importContracts: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/contracts/import${query(params)}`,
  contract: (slug: string, contractId: string, params: { tab?: string } = {}) =>
    `${connection(slug)}/contracts/${encodeURIComponent(contractId)}${query(params)}`,
  /** The page of what a request, an approval or an entry is about, by its kind; null where it has none. */
  object: (slug: string, kind: string, id: string): string | null => {
    switch (kind) {
      case 'sub-merchant':
        return id === '' ? null : paths.subMerchant(slug, id);
      case 'application':
        return paths.application(slug, id);
      case 'contract':
        return id === '' ? null : paths.contract(slug, id);
      case 'deduction':
        return id === '' ? null : paths.deduction(slug, id);
      case 'batch':
        return paths.batch(slug, id);
      case 'notification':
        return paths.notification(slug, id);
      case 'request':
        return paths.request(slug, id);
      default:
        return null;
    }
  },
  deductions: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/deductions${query(params)}`,
  /** `contract`: which one is charged; `order`: whose content is taken up, under its number or, with `as=new`, under a new one. */
  newDeduction: (slug: string, params: { contract?: string; order?: string; as?: 'new' } = {}) =>
    `${connection(slug)}/deductions/new${query(params)}`,
  deduction: (slug: string, outTradeNo: string, params: { tab?: string } = {}) =>
    `${connection(slug)}/deductions/${encodeURIComponent(outTradeNo)}${query(params)}`,
  requests: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/requests${query(params)}`,
  request: (slug: string, id: string) => `${connection(slug)}/requests/${encodeURIComponent(id)}`,
  batches: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/batches${query(params)}`,
  newBatch: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/batches/new${query(params)}`,
  batch: (slug: string, id: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/batches/${encodeURIComponent(id)}${query(params)}`,
  notifications: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/notifications${query(params)}`,
  notVerified: (slug: string, params: { range?: string } = {}) =>
    `${connection(slug)}/notifications/not-verified${query(params)}`,
  notification: (slug: string, id: string, params: { delivery?: string } = {}) =>
    `${connection(slug)}/notifications/${encodeURIComponent(id)}${query(params)}`,
  discrepancies: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/discrepancies${query(params)}`,
  approvals: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/approvals${query(params)}`,
  approval: (slug: string, id: string) => `${connection(slug)}/approvals/${encodeURIComponent(id)}`,
  media: (slug: string, params: Record<string, string | undefined> = {}) => `${connection(slug)}/media${query(params)}`,
  audit: (slug: string, params: Record<string, string | undefined> = {}) => `${connection(slug)}/audit${query(params)}`,
  auditEntry: (slug: string, id: string) => `${connection(slug)}/audit/${encodeURIComponent(id)}`,
  /** The chain over the trail, its heads, and packs of evidence. `verify`: look at all of it now. */
  proof: (slug: string, params: Record<string, string | undefined> = {}) =>
    `${connection(slug)}/audit/proof${query(params)}`,
  settings: (slug?: string) => `/settings${query({ connection: slug })}`,
  certificates: (slug: string) => `/settings/certificates${query({ connection: slug })}`,
  endpoint: (slug: string) => `/settings/endpoint${query({ connection: slug })}`,
  staff: (slug: string) => `/settings/staff${query({ connection: slug })}`,
  /** Where one of the staff is signed in. */
  person: (slug: string, id: string) => `/settings/staff/${encodeURIComponent(id)}${query({ connection: slug })}`,
  password: () => '/settings/password',
  /** One's own second factors; `next`: where whoever has the first one goes on to. */
  mySignIn: (params: { next?: string } = {}) => `/settings/sign-in${query(params)}`,
  sessions: () => '/settings/sessions',
  /** The page of a one-time link. Its secret is in no other address, and in nothing that is kept. */
  invite: (token: string) => `/invite/${token}`,
  policies: (slug: string) => `/settings/policies${query({ connection: slug })}`,
  connections: (slug: string) => `/settings/connections${query({ connection: slug })}`,
  /** `kind` and `id`: what a hold is asked for at once. */
  retention: (slug: string, params: { kind?: string; id?: string } = {}) =>
    `/settings/retention${query({ connection: slug, ...params })}`,
  waiting: (slug: string) => `/settings/waiting${query({ connection: slug })}`,
  api: {
    health: () => '/api/health',
    /** How the session of this browser stands; posted to, its person did something. */
    session: () => '/api/session',
    events: (slug: string) => `/api/events/${encodeURIComponent(slug)}`,
    /** Where the platform posts its notifications. */
    notifications: (slug: string) => `/api/notifications/${encodeURIComponent(slug)}`,
    notificationView: (slug: string, id: string) =>
      `/api/views/notifications/${encodeURIComponent(slug)}/${encodeURIComponent(id)}`,
    /** A file that proves what an approval asks for. */
    keepEvidence: (slug: string) => `/api/evidence/${encodeURIComponent(slug)}`,
    evidence: (slug: string, id: string) => `/api/evidence/${encodeURIComponent(slug)}/${encodeURIComponent(id)}`,
    keepPicture: (slug: string, params: { kind: string; sub_mchid?: string | undefined }) =>
      `/api/media/${encodeURIComponent(slug)}${query(params)}`,
    /** A picture of the shelf, or its thumbnail; posting to it uploads it to the platform. */
    picture: (slug: string, id: string, params: { part?: 'thumbnail' } = {}) =>
      `/api/media/${encodeURIComponent(slug)}/${encodeURIComponent(id)}${query(params)}`,
    pictureList: (slug: string, params: Record<string, string | undefined> = {}) =>
      `/api/views/media/${encodeURIComponent(slug)}${query(params)}`,
    pictureView: (slug: string, id: string) => `/api/views/media/${encodeURIComponent(slug)}/${encodeURIComponent(id)}`,
    /** What is on the shelf of these media IDs. */
    picturesHeld: (slug: string, mediaIds: readonly string[]) =>
      `/api/views/media/${encodeURIComponent(slug)}/held?${new URLSearchParams(mediaIds.map((id) => ['id', id]))}`,
    approvalView: (slug: string, id: string) =>
      `/api/views/approvals/${encodeURIComponent(slug)}/${encodeURIComponent(id)}`,
    chargeDraft: (slug: string, contractId: string) =>
      `/api/drafts/deductions/${encodeURIComponent(slug)}/${encodeURIComponent(contractId)}`,
    applicationDraft: (slug: string, applymentId: string) =>
      `/api/drafts/applications/${encodeURIComponent(slug)}/${encodeURIComponent(applymentId)}`,
    repeatedPictures: (slug: string, applymentId: string) =>
      `/api/views/applications/${encodeURIComponent(slug)}/${encodeURIComponent(applymentId)}`,
    /** Whether all sending is stopped. */
    sendingView: (slug: string) => `/api/views/sending/${encodeURIComponent(slug)}`,
    requestView: (slug: string, id: string) =>
      `/api/views/requests/${encodeURIComponent(slug)}/${encodeURIComponent(id)}`,
    subMerchantDraft: (slug: string, subMchid: string) =>
      `/api/drafts/sub-merchants/${encodeURIComponent(slug)}/${encodeURIComponent(subMchid)}`,
    domainWarnings: (slug: string, subMchid: string, domains: readonly string[]) =>
      `/api/views/domains/${encodeURIComponent(slug)}/${encodeURIComponent(subMchid)}?${new URLSearchParams(domains.map((domain) => ['d', domain]))}`,
    subMerchantImport: (slug: string) => `/api/imports/sub-merchants/${encodeURIComponent(slug)}`,
    subMerchantImportResult: (slug: string, id: string) =>
      `/api/imports/sub-merchants/${encodeURIComponent(slug)}/${encodeURIComponent(id)}`,
    contractImport: (slug: string) => `/api/imports/contracts/${encodeURIComponent(slug)}`,
    contractExport: (slug: string, params: Record<string, string | undefined> = {}) =>
      `/api/exports/contracts/${encodeURIComponent(slug)}${query(params)}`,
    deductionExport: (slug: string, params: Record<string, string | undefined> = {}) =>
      `/api/exports/deductions/${encodeURIComponent(slug)}${query(params)}`,
    /** Where the list of a batch is posted, and a file to begin one from. */
    batchSource: (slug: string, params: Record<string, string | undefined> = {}) =>
      `/api/imports/batches/${encodeURIComponent(slug)}${query(params)}`,
    /** What became of each row. */
    batchReport: (slug: string, id: string, format: 'csv' | 'json') =>
      `/api/exports/batches/${encodeURIComponent(slug)}/${encodeURIComponent(id)}${query({ format })}`,
    auditExport: (slug: string, params: Record<string, string | undefined> = {}) =>
      `/api/exports/audit/${encodeURIComponent(slug)}${query(params)}`,
    evidencePack: (slug: string, params: Record<string, string | undefined> = {}) =>
      `/api/exports/evidence/${encodeURIComponent(slug)}${query(params)}`,
    auditHeads: (slug: string) => `/api/exports/heads/${encodeURIComponent(slug)}`,
    subMerchantExport: (slug: string, params: Record<string, string | undefined> = {}) =>
      `/api/exports/sub-merchants/${encodeURIComponent(slug)}${query(params)}`,
  },
};
