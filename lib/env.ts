import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isThisMachine } from '@/lib/this-machine';

/** One setting that is wrong or missing: its name, what is wrong, and an example that would do. */
export type SettingFault = { name: string; fault: string; example: string };

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());
const port = z.coerce.number().int().min(0).max(65535);
const key32 = z.string().refine((text) => Buffer.from(text, 'base64').length === 32);
const onOff = z.enum(['on', 'off']);

/**
 * Web addresses that we call or are called at: https without a query; plain http only to this machine
 * (decisions 3).
 */
const address = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url !== null &&
    url.search === '' &&
    url.username === '' &&
    url.password === '' &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url)))
  );
});

const settings = {
  PORT: {
    meaning: 'where the console listens',
    unset: '3000',
    schema: optional(port),
    fault: 'is not a port number',
    example: 'PORT=3000',
  },
  HOST: {
    meaning: 'the address it listens on',
    unset: '127.0.0.1',
    schema: optional(z.string()),
    fault: 'is not a host',
    example: 'HOST=127.0.0.1',
  },
  PUBLIC_URL: {
    meaning: 'how browsers reach it',
    unset: 'http://localhost:PORT',
    schema: optional(address),
    fault: 'is not an https address without a query (http only for this machine)',
    example: 'PUBLIC_URL=https://console.example.com',
  },
  NOTIFY_URL: {
    meaning: 'how the platform reaches the receiver',
    unset: 'PUBLIC_URL',
    schema: optional(address),
    fault: 'is not an https address without a query (http only for this machine)',
    example: 'NOTIFY_URL=https://notify.example.com',
  },
  RECEIVER_PORT: {
    meaning: 'where `npm run receiver` listens',
    unset: '3001',
    schema: optional(port),
    fault: 'is not a port number',
    example: 'RECEIVER_PORT=3001',
  },
  RECEIVER_HOST: {
    meaning: 'the address it listens on',
    unset: '127.0.0.1',
    schema: optional(z.string()),
    fault: 'is not a host',
    example: 'RECEIVER_HOST=127.0.0.1',
  },
  DATA_DIR: {
    meaning: 'embedded database and generated secrets',
    unset: '.data',
    schema: optional(z.string()),
    fault: 'is not a folder',
    example: 'DATA_DIR=.data',
  },
  DATABASE_URL: {
    meaning:
      'a PostgreSQL of your own (15 or newer), or a pooler in front of it that keeps sessions; then nothing embedded is started',
    unset: 'the embedded one',
    schema: z.preprocess(blankIsAbsent, z.string().regex(/^postgres(ql)?:\/\//)),
    fault: 'is not a PostgreSQL address',
    example: 'DATABASE_URL=postgresql://user:password@db.example.com:5432/subdesk',
  },
  AUTH_SECRET: {
    meaning: 'signs the sessions; at least 32 characters',
    unset: 'generated in practice, required otherwise',
    schema: z.preprocess(blankIsAbsent, z.string().min(32)),
    fault: 'is missing or shorter than 32 characters',
    example: 'AUTH_SECRET=$(openssl rand -base64 32)',
  },
  SESSION_IDLE_MINUTES: {
    meaning: 'minutes without a deed of a person after which a session ends; eight hours end it in any case',
    unset: '30',
    schema: optional(z.coerce.number().int().min(5).max(480)),
    fault: 'is not a number of minutes from 5 to 480',
    example: 'SESSION_IDLE_MINUTES=30',
  },
  SEAL_KEY: {
    meaning: 'seals personal data at rest; 32 bytes in Base64',
    unset: 'generated in practice, required otherwise',
    schema: z.preprocess(blankIsAbsent, key32),
    fault: 'is missing or not 32 bytes in Base64',
    example: 'SEAL_KEY=$(openssl rand -base64 32)',
  },
  SEAL_KEY_PREVIOUS: {
    meaning: 'sealing keys before this one, separated by commas: they open, and never seal',
    unset: 'none',
    schema: optional(z.string().refine((text) => text.split(',').every((key) => key32.safeParse(key.trim()).success))),
    fault: 'is not 32 bytes in Base64, or several of them separated by commas',
    example: 'SEAL_KEY_PREVIOUS=the value that SEAL_KEY had before',
  },
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: {
    meaning:
      'names what the forms call; 32 bytes in Base64, the same for every instance, when it is built and when it runs',
    unset: 'another one with each build: open pages ask for a reload after it',
    schema: optional(key32),
    fault: 'is not 32 bytes in Base64',
    example: 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=$(openssl rand -base64 32)',
  },
  ADMIN_EMAIL: {
    meaning: 'the first administrator; ignored once there is one',
    unset: 'required when nobody could sign in',
    schema: optional(z.email()),
    fault: 'is not an e-mail address',
    example: 'ADMIN_EMAIL=ops@example.com',
  },
  ADMIN_PASSWORD: {
    meaning: "the first administrator's password; in practice the demo accounts'",
    unset: 'required when nobody could sign in',
    schema: optional(z.string().min(12)),
    fault: 'is shorter than 12 characters',
    example: 'ADMIN_PASSWORD=a long sentence of your own',
  },
  REQUIRE_SECOND_FACTOR: {
    meaning: 'whether whoever may do more than read must have a second factor: without one they can only set it up',
    unset: 'on, but off where every connection is for practice',
    schema: optional(onOff),
    fault: 'is neither on nor off',
    example: 'REQUIRE_SECOND_FACTOR=on',
  },
  OIDC_ISSUER: {
    meaning:
      'the issuer of OpenID Connect, for single sign-on: its address as its metadata names it. The console calls this host and no other of it',
    unset: 'none: sign-in by password',
    schema: optional(address),
    fault: 'is missing or not an https address without a query (http only for this machine)',
    example: 'OIDC_ISSUER=https://login.example.com/realms/staff',
  },
  OIDC_CLIENT_ID: {
    meaning: 'what the issuer knows this console by; its redirect address there is PUBLIC_URL/api/auth/callback/oidc',
    unset: 'required with OIDC_ISSUER',
    schema: optional(z.string().min(1).max(256)),
    fault: 'is missing or longer than 256 characters',
    example: 'OIDC_CLIENT_ID=subdesk',
  },
  OIDC_CLIENT_SECRET: {
    meaning: 'the secret that goes with it',
    unset: 'required with OIDC_ISSUER',
    schema: optional(z.string().min(1).max(1024)),
    fault: 'is missing or longer than 1024 characters',
    example: 'OIDC_CLIENT_SECRET=…',
  },
  OIDC_NAME: {
    meaning: 'what people call the issuer, on the button of the sign-in page',
    unset: "the issuer's host",
    schema: optional(z.string().trim().min(1).max(60)),
    fault: 'is longer than 60 characters',
    example: 'OIDC_NAME=Example staff login',
  },
  OIDC_SECOND_FACTOR: {
    meaning:
      'values of amr, separated by commas: an ID token that names one of them counts as a second factor. Name only what your issuer asks for with a second factor',
    unset: "none: nothing of the issuer's counts as one",
    schema: optional(z.string().regex(/^[\w-]{1,64}( *, *[\w-]{1,64})*$/)),
    fault: 'is not a list of values of amr',
    example: 'OIDC_SECOND_FACTOR=mfa,hwk',
  },
  TRUST_PROXY: {
    meaning: 'number of proxies in front, whose X-Forwarded-For is believed',
    unset: '0',
    schema: optional(z.coerce.number().int().min(0).max(10)),
    fault: 'is not the number of proxies in front',
    example: 'TRUST_PROXY=1',
  },
  SANDBOX: {
    meaning: 'whether the practice platform is started',
    unset: 'on without DATABASE_URL and PLATFORM_BASE_URL',
    schema: optional(onOff),
    fault: 'is neither on nor off',
    example: 'SANDBOX=off',
  },
  PLATFORM_NAME: {
    meaning: 'slug of the connection',
    unset: 'main',
    schema: optional(z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/)),
    fault: 'is not a short name of lower-case letters, digits and hyphens',
    example: 'PLATFORM_NAME=main',
  },
  PLATFORM_BASE_URL: {
    meaning: "the platform's address",
    unset: 'none: practice',
    schema: optional(address),
    fault: 'is not an https address without a query (http only for this machine)',
    example: 'PLATFORM_BASE_URL=https://platform.example.com',
  },
  PLATFORM_DIALECT: {
    meaning: "the vendor's words in headers and scheme",
    unset: 'servicepay',
    schema: optional(z.enum(['servicepay', 'wechatpay'])),
    fault: 'is neither servicepay nor wechatpay',
    example: 'PLATFORM_DIALECT=servicepay',
  },
  PLATFORM_ENVIRONMENT: {
    meaning: 'live, or practice (only to this machine)',
    unset: 'live',
    schema: optional(z.enum(['live', 'practice'])),
    fault: 'is neither live nor practice',
    example: 'PLATFORM_ENVIRONMENT=live',
  },
  PLATFORM_MODE: {
    meaning: 'institutional or common',
    unset: 'institutional',
    schema: optional(z.enum(['institutional', 'common'])),
    fault: 'is neither institutional nor common',
    example: 'PLATFORM_MODE=institutional',
  },
  PLATFORM_MCHID: {
    meaning: 'sp_mchid, or mchid in common mode',
    unset: 'required with PLATFORM_BASE_URL',
    schema: optional(z.string().min(1).max(32)),
    fault: 'is missing or longer than 32 characters',
    example: 'PLATFORM_MCHID=1900000001',
  },
  PLATFORM_APPID: {
    meaning: 'sp_appid, or appid in common mode',
    unset: 'required with PLATFORM_BASE_URL',
    schema: optional(z.string().min(1).max(32)),
    fault: 'is missing or longer than 32 characters',
    example: 'PLATFORM_APPID=wx0000000000000001',
  },
  PLATFORM_MERCHANT_SERIAL: {
    meaning: 'serial of our API certificate, hexadecimal',
    unset: 'required with PLATFORM_BASE_URL',
    schema: optional(z.string().regex(/^[0-9A-Fa-f]{8,40}$/)),
    fault: 'is missing or not a certificate serial in hexadecimal',
    example: 'PLATFORM_MERCHANT_SERIAL=3775B6A45ACD588826D15E583A95F5DD00000000',
  },
  PLATFORM_PRIVATE_KEY_FILE: {
    meaning: 'PEM file of its private key',
    unset: 'required with PLATFORM_BASE_URL',
    schema: optional(z.string()),
    fault: 'is missing',
    example: 'PLATFORM_PRIVATE_KEY_FILE=/etc/subdesk/apiclient_key.pem',
  },
  PLATFORM_MERCHANT_CERTIFICATE_FILE: {
    meaning:
      'PEM file of our API certificate: serial and private key are checked against it at the start, and its end is told in time',
    unset: 'not checked before the first call, and its end is not told',
    schema: optional(z.string()),
    fault: 'is not a file',
    example: 'PLATFORM_MERCHANT_CERTIFICATE_FILE=/etc/subdesk/apiclient_cert.pem',
  },
  PLATFORM_API_KEY_FILE: {
    meaning: 'file with the 32-character key for notifications and certificates',
    unset: 'required with PLATFORM_BASE_URL',
    schema: optional(z.string()),
    fault: 'is missing',
    example: 'PLATFORM_API_KEY_FILE=/etc/subdesk/api_key.txt',
  },
  PLATFORM_API_KEY_PREVIOUS_FILE: {
    meaning: 'the key before it, while they overlap',
    unset: 'none',
    schema: optional(z.string()),
    fault: 'is not a file',
    example: 'PLATFORM_API_KEY_PREVIOUS_FILE=/etc/subdesk/api_key.old.txt',
  },
  PLATFORM_CERTIFICATE_FILES: {
    meaning: 'PEM files of platform certificates, separated by commas',
    unset: 'none: they are downloaded',
    schema: optional(z.string()),
    fault: 'is not a list of files',
    example: 'PLATFORM_CERTIFICATE_FILES=/etc/subdesk/platform-1.pem,/etc/subdesk/platform-2.pem',
  },
  PLATFORM_READS: {
    meaning: "whether the platform's reading operations are used",
    unset: 'off live, on in practice',
    schema: optional(onOff),
    fault: 'is neither on nor off',
    example: 'PLATFORM_READS=off',
  },
  PLATFORM_TIMEOUT_MS: {
    meaning: 'how long one call may take, in milliseconds',
    unset: '30000',
    schema: optional(z.coerce.number().int().min(1000).max(120_000)),
    fault: 'is not a number of milliseconds from 1000 to 120000',
    example: 'PLATFORM_TIMEOUT_MS=30000',
  },
} as const;

type SettingName = keyof typeof settings;

/** Each setting with its meaning, what holds without it, and an example: what docs/configuration.md is made from. */
export const describedSettings = Object.entries(settings).map(([name, { meaning, unset, example }]) => ({
  name,
  meaning,
  unset,
  example,
}));

/** One platform account, as the environment describes it: file contents read, nothing parsed yet. */
export type PlatformSettings = {
  slug: string;
  name: string;
  source: 'environment' | 'sandbox';
  baseUrl: string;
  dialect: 'servicepay' | 'wechatpay';
  environment: 'live' | 'practice';
  mode: 'institutional' | 'common';
  mchid: string;
  appid: string;
  merchantSerial: string;
  privateKey: { file: string; text: string };
  /** Our own API certificate, which key and serial must belong to; null when it was not given. */
  merchantCertificate: { file: string; text: string } | null;
  apiKeys: { file: string; text: string }[];
  certificates: { file: string; text: string }[];
  reads: boolean;
  timeoutMs: number;
};

/** Single sign-on by OpenID Connect. */
export type OidcSettings = {
  /** Exactly as its metadata and its tokens name it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** For people. */
  name: string;
  /** Values of `amr` of which one makes a sign-in count as one with a second factor. */
  secondFactorAmr: readonly string[];
};

export type Environment = {
  port: number;
  host: string;
  publicUrl: string;
  notifyUrl: string;
  receiver: { host: string; port: number };
  dataDir: string;
  databaseUrl: string;
  authSecret: string;
  /** A session without a deed of its person ends after so many milliseconds. */
  sessionIdleMs: number;
  sealKey: Buffer;
  /** Keys that still open. */
  sealKeysPrevious: Buffer[];
  adminEmail: string | null;
  adminPassword: string | null;
  trustProxy: number;
  /** Null: as the connections are (`lib/factors/rules`). */
  requireSecondFactor: 'on' | 'off' | null;
  /** Null: nobody signs in by OpenID Connect. */
  oidc: OidcSettings | null;
  /** The accounts that the console speaks for; none where nothing is configured. */
  platforms: PlatformSettings[];
  /** Demo accounts are made only where nobody but this machine can reach the console (decisions 8). */
  demoAccounts: boolean;
};

const sandboxCredentials = z.looseObject({
  mchid: z.string(),
  appid: z.string(),
  merchantSerial: z.string(),
  apiKeyFile: z.string(),
  /** The key before it, once it was changed. */
  previousApiKeyFile: z.string().optional(),
  privateKeyFile: z.string(),
  merchantCertificateFile: z.string(),
});

const missing = (name: SettingName): SettingFault => ({
  name,
  fault: settings[name].fault,
  example: settings[name].example,
});

/** What a process does: the receiver signs nobody in, so it is given no secret for that. */
export type Part = 'console' | 'receiver';

/** Parses the whole environment once; every fault is reported, each with its setting's name and an example. */
export function readEnvironment(
  source: Record<string, string | undefined>,
  part: Part = 'console',
): { ok: true; environment: Environment } | { ok: false; faults: SettingFault[] } {
  const faults: SettingFault[] = [];
  const read = <N extends SettingName>(name: N) => {
    const parsed = settings[name].schema.safeParse(source[name]);
    if (!parsed.success) faults.push(missing(name));
    return parsed.data as z.output<(typeof settings)[N]['schema']> | undefined;
  };
  const file = (name: SettingName, path: string) => {
    try {
      return { file: path, text: readFileSync(path, 'utf8') };
    } catch {
      faults.push({ name, fault: `names ${path}, which cannot be read`, example: settings[name].example });
      return { file: path, text: '' };
    }
  };

  const listen = read('PORT') ?? 3000;
  const publicUrl = (read('PUBLIC_URL') ?? `http://localhost:${listen}`).replace(/\/$/, '');
  const databaseUrl = read('DATABASE_URL') ?? '';
  const baseUrl = read('PLATFORM_BASE_URL');
  const sandboxUrl = source.SANDBOX_URL;
  const timeoutMs = read('PLATFORM_TIMEOUT_MS') ?? 30_000;
  const reads = read('PLATFORM_READS');
  // The framework reads it by itself; a wrong one would be told by the first form that is sent.
  read('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY');

  const platforms = ((): PlatformSettings[] => {
    if (baseUrl !== undefined) {
      const required = (name: SettingName) => {
        const value = read(name) as string | undefined;
        if (value === undefined && !faults.some((fault) => fault.name === name)) faults.push(missing(name));
        return value ?? '';
      };
      const slug = read('PLATFORM_NAME') ?? 'main';
      const environment = read('PLATFORM_ENVIRONMENT') ?? 'live';
      if (environment === 'practice' && URL.canParse(baseUrl) && !isThisMachine(new URL(baseUrl))) {
        faults.push({
          name: 'PLATFORM_ENVIRONMENT',
          fault: 'is practice, but PLATFORM_BASE_URL is not this machine',
          example: 'PLATFORM_ENVIRONMENT=live',
        });
      }
      const keyFile = required('PLATFORM_PRIVATE_KEY_FILE');
      const apiKeyFile = required('PLATFORM_API_KEY_FILE');
      const apiKeyPrevious = read('PLATFORM_API_KEY_PREVIOUS_FILE');
      const merchantCertificateFile = read('PLATFORM_MERCHANT_CERTIFICATE_FILE');
      const certificateFiles = (read('PLATFORM_CERTIFICATE_FILES') ?? '')
        .split(',')
        .map((path) => path.trim())
        .filter((path) => path !== '');
      const settings: PlatformSettings = {
        slug,
        name: slug,
        source: 'environment',
        baseUrl,
        dialect: read('PLATFORM_DIALECT') ?? 'servicepay',
        environment,
        mode: read('PLATFORM_MODE') ?? 'institutional',
        mchid: required('PLATFORM_MCHID'),
        appid: required('PLATFORM_APPID'),
        merchantSerial: required('PLATFORM_MERCHANT_SERIAL').toUpperCase(),
        privateKey: keyFile === '' ? { file: '', text: '' } : file('PLATFORM_PRIVATE_KEY_FILE', keyFile),
        merchantCertificate:
          merchantCertificateFile === undefined
            ? null
            : file('PLATFORM_MERCHANT_CERTIFICATE_FILE', merchantCertificateFile),
        apiKeys: [
          ...(apiKeyFile === '' ? [] : [file('PLATFORM_API_KEY_FILE', apiKeyFile)]),
          ...(apiKeyPrevious === undefined ? [] : [file('PLATFORM_API_KEY_PREVIOUS_FILE', apiKeyPrevious)]),
        ],
        certificates: certificateFiles.map((path) => file('PLATFORM_CERTIFICATE_FILES', path)),
        reads: (reads ?? 'off') === 'on',
        timeoutMs,
      };
      return [settings];
    }
    // The practice platform knows two merchants, one for each mode (decisions 3).
    const practised = [
      { slug: 'practice', name: 'Practice', mode: 'institutional', credentials: source.SANDBOX_CREDENTIALS },
      {
        slug: 'practice-common',
        name: 'Practice, common mode',
        mode: 'common',
        credentials: source.SANDBOX_CREDENTIALS_COMMON,
      },
    ] as const;
    return practised.flatMap(({ slug, name, mode, credentials }): PlatformSettings[] => {
      if (sandboxUrl === undefined || credentials === undefined) return [];
      const made = sandboxCredentials.parse(JSON.parse(readFileSync(credentials, 'utf8')));
      const settings: PlatformSettings = {
        slug,
        name,
        source: 'sandbox',
        baseUrl: sandboxUrl,
        dialect: 'servicepay',
        environment: 'practice',
        mode,
        mchid: made.mchid,
        appid: made.appid,
        merchantSerial: made.merchantSerial,
        privateKey: file('PLATFORM_PRIVATE_KEY_FILE', made.privateKeyFile),
        merchantCertificate: file('PLATFORM_MERCHANT_CERTIFICATE_FILE', made.merchantCertificateFile),
        apiKeys: [made.apiKeyFile, made.previousApiKeyFile]
          .filter((path) => path !== undefined)
          .map((path) => file('PLATFORM_API_KEY_FILE', path)),
        certificates: [],
        reads: (reads ?? 'on') === 'on',
        timeoutMs,
      };
      return [settings];
    });
  })();

  const oidc = ((): OidcSettings | null => {
    const issuer = read('OIDC_ISSUER');
    const [clientId, clientSecret] = [read('OIDC_CLIENT_ID'), read('OIDC_CLIENT_SECRET')];
    const [name, amr] = [read('OIDC_NAME'), read('OIDC_SECOND_FACTOR')];
    const isAsked = [issuer, clientId, clientSecret].some((value) => value !== undefined);
    if (part === 'receiver' || !isAsked) return null;
    const given = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
    for (const [setting, value] of Object.entries(given))
      if (value === undefined && !faults.some((fault) => fault.name === setting))
        faults.push(missing(setting as SettingName));
    if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
    return {
      issuer,
      clientId,
      clientSecret,
      name: name ?? new URL(issuer).host,
      secondFactorAmr: (amr ?? '').split(',').flatMap((value) => value.trim() || []),
    };
  })();

  const environment: Environment = {
    port: listen,
    host: read('HOST') ?? '127.0.0.1',
    publicUrl,
    notifyUrl: (read('NOTIFY_URL') ?? publicUrl).replace(/\/$/, ''),
    receiver: { host: read('RECEIVER_HOST') ?? '127.0.0.1', port: read('RECEIVER_PORT') ?? 3001 },
    dataDir: read('DATA_DIR') ?? '.data',
    databaseUrl,
    authSecret: part === 'receiver' ? '' : (read('AUTH_SECRET') ?? ''),
    sessionIdleMs: (read('SESSION_IDLE_MINUTES') ?? 30) * 60_000,
    sealKey: Buffer.from(read('SEAL_KEY') ?? '', 'base64'),
    sealKeysPrevious: (read('SEAL_KEY_PREVIOUS')?.split(',') ?? []).map((key) => Buffer.from(key.trim(), 'base64')),
    adminEmail: read('ADMIN_EMAIL')?.toLowerCase() ?? null,
    adminPassword: read('ADMIN_PASSWORD') ?? null,
    trustProxy: read('TRUST_PROXY') ?? 0,
    requireSecondFactor: read('REQUIRE_SECOND_FACTOR') ?? null,
    oidc,
    platforms,
    // The launcher says so where neither DATABASE_URL nor PLATFORM_* was given; nobody else does.
    demoAccounts: source.DEMO_ACCOUNTS === 'on' && URL.canParse(publicUrl) && isThisMachine(new URL(publicUrl)),
  };
  return faults.length > 0 ? { ok: false, faults } : { ok: true, environment };
}
