import { fileURLToPath } from 'node:url';
import createNextIntlPlugin from 'next-intl/plugin';

const root = fileURLToPath(new URL('.', import.meta.url));
const withNextIntl = createNextIntlPlugin('./lib/i18n/request.ts');

/** Sent with every answer. The content security policy is set in proxy.ts, because it carries a nonce per request. */
const securityHeaders = [
  // A page of ours inside somebody's frame could be clicked by people who do not see it.
  { key: 'X-Frame-Options', value: 'DENY' },
  // What we declare as text or as a picture is never run as a script.
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  // Our addresses hold ids of sub-merchants and requests: other hosts learn nothing of them.
  { key: 'Referrer-Policy', value: 'same-origin' },
  // The console needs no camera, microphone, position or payment sheet; passkeys only for itself.
  {
    key: 'Permissions-Policy',
    value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self)',
  },
  // No window of another origin keeps a handle on ours.
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  // Our files are not loaded into pages of other sites.
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  // Browsers obey it over https only; there, a year without plain http.
  { key: 'Strict-Transport-Security', value: 'max-age=31536000' },
  // Staff pages belong in no search index.
  { key: 'X-Robots-Tag', value: 'noindex, nofollow' },
];

/** @type {import('next').NextConfig} */
const config = {
  output: 'standalone',
  outputFileTracingRoot: root,
  turbopack: { root },
  poweredByHeader: false,
  // The platform follows no redirect: a slash at the end of its notify URL must not lose what it tells.
  skipTrailingSlashRedirect: true,
  // These bring native code or worker files that a bundler would lose.
  serverExternalPackages: [
    ...['pino', '@node-rs/argon2', 'pg'],
    // Calendars of public holidays: the one is large, the other says of its files what they are not.
    ...['date-holidays', 'chinese-days'],
  ],
  // `npm test` checks the types of the whole project; a start does not do it again.
  typescript: { ignoreBuildErrors: true },
  // The development server would print what a server action is given, and a message key is given to one.
  logging: { serverFunctions: false },
  experimental: {
    // forbidden() in pages, with app/forbidden.tsx.
    authInterrupts: true,
    // A first page made of few files: the bundler's own idea of what a request costs gives it a dozen of two to eight kB.
    turbopackChunking: { requestCost: 2_000_000, minChunkSize: 500_000, maxMergeChunkSize: 3_000_000 },
    serverActions: { bodySizeLimit: '2mb' },
  },
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    // What is no page is never shown as one: not a file from outside, not an answer that somebody opens by its address.
    {
      source: '/api/:path*',
      headers: [{ key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'; sandbox" }],
    },
    // The address of a one-time link is its secret: not even a page of ours is told where somebody came from.
    { source: '/invite/:path*', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
  ],
};

export default withNextIntl(config);
