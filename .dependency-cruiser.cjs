// Who may know whom (docs/decisions/0001-kind-then-feature.md): each rule says what it protects. A forbidden arrow fails the build.

/** Features from left to right: each may use those to its left. */
const features = [
  'staff',
  'sub-merchants',
  'applications',
  'contracts',
  'deductions',
  'notifications',
  'discrepancies',
  'key-bench',
  'endpoint',
  'personal',
  'resealing',
];
/** Rooms that every feature may use and that know none. */
const horizontals = [
  ...['db', 'connections', 'domains', 'locks', 'events', 'audit', 'auth', 'requests', 'drafts', 'i18n', 'csv'],
  ...['policies', 'approvals', 'batches', 'media', 'ownership', 'review-clock', 'retention', 'oidc', 'emergencies'],
];
/** Components without a word of the domain. */
const plain = '^components/(ui|form|layout|data)/';

const anyFeature = `^lib/(${features.join('|')})/`;
const horizontal = `^lib/(${horizontals.join('|')})/`;
const test = '\\.test\\.tsx?$';
/** Server actions stand above everything in lib. */
const actions = '/actions\\.ts$';
/** Files that run on both sides, or in the browser. */
const shared =
  '^lib/[^/]+/(schema|rules|view|events|filters|values|compare|import-report|ladder|normalise|punycode|query-options|explain|causes|letter)\\.ts$';
/** Files that touch the database, the network or the session. */
const serverOnly = [
  '^lib/(context|boundary|env)\\.ts$',
  '^lib/(db|auth/(options|attempts|password|step-up))',
  '^lib/approvals/(announce|ask|decide|deed|delegations|perform|remind|sending-deed|sweep|write)\\.ts$',
  '^lib/policies/policies\\.ts$',
  '^lib/emergencies/emergencies\\.ts$',
  '^lib/media/(keep|likeness|open|picture|remove|structure|upload|uses)\\.ts$',
  '^lib/ownership/(change|condition|objects)\\.ts$',
  '^lib/review-clock/(calendars|expectations)\\.ts$',
  '^lib/staff/(hold|link|own-password|role-deed|suspend)\\.ts$',
  '^lib/batches/(begin|draft|held|kind|report|source|steer|worker)\\.ts$',
  '^lib/csv/(cell|table)\\.ts$',
  '/(queries|list|search|settle|open|dispatch|drain|send|announce|record|modify|adopt|create|import|operation|publish|listen|stream)\\.ts$',
];

const featureOrder = features.slice(0, -1).map((name, place) => ({
  name: `${name}-knows-nothing-to-its-right`,
  comment: 'Features depend on each other in one direction only.',
  severity: 'error',
  from: { path: `^lib/${name}/` },
  to: { path: `^lib/(${features.slice(place + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved-imports',
      comment: 'An import that leads nowhere escapes every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-orphan-code',
      comment: 'What nobody imports is not part of the product.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(lib|components)/',
        pathNot: [test, '/main\\.ts$', '/generated/', '^lib/testing/', '\\.d\\.ts$', '\\.css$'],
      },
      to: {},
    },
    {
      name: 'production-uses-no-development-packages',
      comment: 'A production install without development packages must still run.',
      severity: 'error',
      from: { path: '^(app|components|lib|prisma)/', pathNot: [test, '^lib/testing/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'wire-runs-in-the-browser',
      comment: 'The wire schemas are read by forms: zod and themselves, nothing of Node.',
      severity: 'error',
      from: { path: '^lib/platform/wire/', pathNot: test },
      to: { pathNot: ['^lib/platform/wire/', 'node_modules/zod'] },
    },
    {
      name: 'platform-knows-nothing-of-us',
      comment: 'The protocol is shared with the sandbox, which is another process and another party.',
      severity: 'error',
      from: { path: '^lib/platform/', pathNot: test },
      to: { path: '^(lib|components|app|prisma|e2e)/', pathNot: '^lib/platform/' },
    },
    {
      name: 'platform-has-no-framework',
      comment: 'The protocol outlives the framework.',
      severity: 'error',
      from: { path: '^lib/platform/' },
      to: { path: 'node_modules/(next|next-.*|react|react-.*|server-only|pg|@prisma|@tanstack)/' },
    },
    {
      name: 'horizontal-rooms-know-no-feature',
      comment: 'They drive an operation by its shape; whose it is they do not know.',
      severity: 'error',
      from: { path: horizontal, pathNot: [actions, test] },
      to: { path: [anyFeature, '^lib/(context|boundary)', '^(components|app)/'] },
    },
    ...featureOrder,
    {
      name: 'features-know-no-boundary',
      comment: 'A use case takes its handles as arguments; who is signed in is decided before it.',
      severity: 'error',
      from: { path: anyFeature, pathNot: [actions, test] },
      to: { path: ['^lib/(context|boundary)', '^(components|app)/'] },
    },
    {
      name: 'context-takes-only-operations-from-features',
      comment: 'The composition root registers operations and nothing else of a feature.',
      severity: 'error',
      from: { path: '^lib/context\\.ts$' },
      to: { path: anyFeature, pathNot: '/(operation|[a-z0-9]+-deed)\\.ts$' },
    },
    {
      name: 'shared-files-stay-shared',
      comment: 'What runs in the browser must not draw the server in.',
      severity: 'error',
      from: { path: shared },
      to: { path: serverOnly, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-files-have-no-node',
      comment: 'The browser has no node:* modules.',
      severity: 'error',
      from: { path: [shared, '^components/', '^lib/(paths|result)\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'env-is-read-in-few-places',
      comment: 'One reader of the environment; everyone else gets what it needs as an argument.',
      severity: 'error',
      from: { pathNot: [test, '^lib/(context|testing/.*)\\.ts$', '^(instrumentation|scripts/.*|prisma/seed)\\.ts$'] },
      to: { path: '^lib/env\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'plain-components-know-no-feature',
      comment: 'A button has no opinion about sub-merchants.',
      severity: 'error',
      from: { path: plain },
      to: {
        path: '^(lib|components|app)/',
        pathNot: [plain, '^lib/i18n/', '^lib/(paths|result)\\.ts$'],
      },
    },
    {
      name: 'components-see-only-the-shared-side',
      comment: 'A component gets a view and an action, never a query or a row.',
      severity: 'error',
      from: { path: '^components/', pathNot: plain },
      to: {
        path: '^lib/',
        pathNot: [
          '^lib/[^/]+/(schema|rules|view|events|filters|values|compare|import-report|ladder|normalise|punycode|query-options|explain|causes|letter|actions)\\.ts$',
          '^lib/auth/permissions\\.ts$',
          '^lib/platform/wire/',
          '^lib/i18n/',
          '^lib/(paths|result)\\.ts$',
        ],
      },
    },
    {
      name: 'live-pages-load-no-schema',
      comment: 'Lists follow events, and load no schema: only the type of an event crosses to the browser.',
      severity: 'error',
      from: { path: '^components/live/' },
      to: { path: '^lib/events/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nobody-imports-app',
      comment: 'Routes are the outermost edge.',
      severity: 'error',
      from: { pathNot: '^app/' },
      to: { path: '^app/' },
    },
    {
      name: 'app-does-not-query',
      comment: 'A route guards, reads through queries and renders; it holds no SQL and no rules.',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^lib/db/' },
    },
    {
      name: 'sandbox-knows-only-the-protocol',
      comment: 'The other party shares our protocol, not our database and not our opinions.',
      severity: 'error',
      from: { path: '^lib/sandbox/', pathNot: test },
      to: { path: '^(lib|components|app|prisma)/', pathNot: '^lib/(sandbox|platform)/' },
    },
    {
      name: 'sandbox-and-testing-stay-out-of-production',
      comment: 'A practice platform inside the product would answer for the real one.',
      severity: 'error',
      from: { pathNot: [test, '^lib/(sandbox|testing)/', '^(e2e|bench)/', '^prisma/seed'] },
      to: { path: '^lib/(sandbox|testing)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.test.json' },
    doNotFollow: { path: ['node_modules', '^lib/db/generated'] },
    exclude: { path: ['^\\.next', '^\\.data'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['react-server', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
