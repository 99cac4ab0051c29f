import { z } from 'zod';
import { megabyte } from '#platform/common/upload.ts';
import { isTimeZone } from '#platform/common/validation/validation.ts';
import { defaultQuota } from '#platform/server/files/file-quota.ts';
import type { ObjectStoreSettings } from '#platform/server/files/object-store.ts';
import { paymentSettings } from './payment-settings.ts';

/** Where the platform is, unless the installation states it. */
export const defaultPlace = { timeZone: 'Asia/Dubai', country: 'AE' };

const demoFaults = ['dark-gateway'] as const;
const allRoles = ['gateway', 'worker', 'api'] as const;

const port = z
  .string()
  .regex(/^\d+$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65535, 'must be a port number from 0 to 65535');

/** A free public vector map of the world, which needs no key. Data: OpenStreetMap. */
export const streetMap = 'https://tiles.openfreemap.org/styles/liberty';

const url = (...schemes: string[]) =>
  z.string().refine(
    (value) => {
      const scheme = URL.parse(value)?.protocol.slice(0, -1);
      return scheme !== undefined && schemes.includes(scheme);
    },
    `must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  );

const roles = z
  .string()
  .transform((value) => [...new Set(value.split(',').flatMap((word) => word.trim() || []))])
  .pipe(z.array(z.enum(allRoles, 'must name some of gateway, worker and api, separated by commas')));

const count = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a number above 0')
  .transform(Number);

const settings = z.object({
  PORT: port.default(4000),
  MQTT_PORT: port.default(1883),
  SIA_PORT: port.default(12128),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: url('postgres', 'postgresql')
    .refine(
      (value) => value.split('@').length <= 2,
      'must have its user name and password percent-encoded, such as %40 for @ and %2F for /',
    )
    .optional(),
  NATS_URL: url('nats', 'tls', 'ws', 'wss').optional(),
  NATS_REPLICAS: z.enum(['1', '3', '5'], 'must be 1, 3 or 5').default('1'),
  NATS_MAX_GB: count.default(10),
  ROLES: roles.default([...allRoles]),
  DEMO: z.enum(['0', '1'], 'must be 1 (demo data and virtual devices) or 0').default('1'),
  DEMO_FAULTS: z
    .string()
    .transform((value) => [...new Set(value.split(',').map((word) => word.trim()))])
    .pipe(z.array(z.enum(demoFaults, `must be among ${demoFaults.join(', ')}`)))
    .default([]),
  PUBLIC_URL: url('http', 'https').optional(),
  PRINT_URL: url('http', 'https').optional(),
  MQTT_PUBLIC_URL: url('mqtt', 'mqtts').optional(),
  API_DOCS: z.enum(['0', '1'], 'must be 1 (show what calls there are at /api/docs) or 0').optional(),
  TRIALS: z.enum(['0', '1'], 'must be 1 (companies may try apps) or 0').optional(),
  TRIAL_DEVICES: count.default(5),
  TRIAL_DAYS: count.default(30),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Dubai').default(defaultPlace.timeZone),
  COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code such as AE')
    .default(defaultPlace.country),
  BRAND: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'must be the name of a brand file, in small letters')
    .default('rasid'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  SMTP_URL: url('smtp', 'smtps').optional(),
  SMS_URL: url('http', 'https').optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_COUNTRIES: z
    .string()
    .regex(/^(?:all|[A-Z]{2}(?:,[A-Z]{2})*)$/, 'must be two-letter country codes such as AE,SA, or all')
    .default('AE,BH,KW,OM,QA,SA')
    .transform((value) => (value === 'all' ? undefined : value.split(','))),
  PRIVATE_CALLS: z.enum(['0', '1'], 'must be 1 (webhooks may reach private addresses) or 0').default('0'),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  GEOCODER_URL: url('http', 'https').optional(),
  ROUTING_URL: url('http', 'https').optional(),
  MAP_TILES_URL: z
    .union([z.literal('none'), url('http', 'https')])
    .refine(
      (value) => [0, 3].includes(['{z}', '{x}', '{y}'].filter((part) => value.includes(part)).length),
      'must hold all of {z}, {x} and {y} (pictures), or none of them (a MapLibre style)',
    )
    .default(streetMap)
    .transform((value) => (value === 'none' ? undefined : value)),
  MAP_TILES_ATTRIBUTION: z.string().max(500, 'must have at most 500 characters').optional(),
  FILES_S3_URL: url('http', 'https').optional(),
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_ACCESS_KEY: z.string().optional(),
  FILES_S3_SECRET_KEY: z.string().optional(),
  FILES_QUOTA_MB: count.default(defaultQuota.bytes / megabyte),
  FILES_PER_DAY: count.default(defaultQuota.filesPerDay),
  PAYMENT_SANDBOX: z.enum(['0', '1'], 'must be 1 (test cards pay orders, no money moves) or 0').optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: url('http', 'https').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
});

export type Config = ReturnType<typeof readConfig>;

/** Reads the settings. An empty value counts as unset. Throws an Error whose message is one sentence for the operator. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    throw new Error(`${name} ${issue?.message}, not "${redacted(name, given[name])}".`);
  }
  const value = parsed.data;
  if (value.ROLES.length < allRoles.length && !(value.NATS_URL && value.DATABASE_URL)) {
    throw new Error(
      `ROLES=${value.ROLES} needs NATS_URL and DATABASE_URL, which it shares with the processes that take the other roles.`,
    );
  }
  const publicUrl = (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, '');
  return {
    port: value.PORT,
    mqttPort: value.MQTT_PORT,
    siaPort: value.SIA_PORT,
    // The demo's passwords are public, so it listens on this machine only by default.
    host: value.HOST ?? (value.DEMO === '1' ? '127.0.0.1' : '0.0.0.0'),
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    natsUrl: value.NATS_URL,
    stream: { replicas: Number(value.NATS_REPLICAS), maxBytes: value.NATS_MAX_GB * 1024 * megabyte },
    roles: value.ROLES,
    demo: value.DEMO === '1',
    demoFaults: value.DEMO_FAULTS,
    publicUrl,
    // Where a worker reads the pages that it lays out as PDF: its own process, unless another one serves them.
    printUrl: (
      value.PRINT_URL ??
      (value.ROLES.includes('api') ? `http://127.0.0.1:${value.PORT}` : value.PUBLIC_URL) ??
      `http://localhost:${value.PORT}`
    ).replace(/\/+$/, ''),
    // Devices reach the same host unless a proxy in front of MQTT has an address of its own.
    mqttUrl: value.MQTT_PUBLIC_URL ?? `mqtt://${new URL(publicUrl).hostname}:${value.MQTT_PORT}`,
    // API documentation is for integrators. Only the demo shows it by default.
    apiDocs: (value.API_DOCS ?? value.DEMO) === '1',
    hidden: hiddenApps(given),
    trial: (value.TRIALS ?? value.DEMO) === '1' ? { devices: value.TRIAL_DEVICES, days: value.TRIAL_DAYS } : undefined,
    timeZone: value.TIME_ZONE,
    country: value.COUNTRY,
    brand: value.BRAND,
    logLevel: value.LOG_LEVEL,
    smtpUrl: value.SMTP_URL,
    smsUrl: value.SMS_URL,
    smsToken: value.SMS_TOKEN,
    smsCountries: value.SMS_COUNTRIES,
    privateCalls: value.PRIVATE_CALLS === '1',
    vapid: vapidKeys(value),
    geocoderUrl: value.GEOCODER_URL,
    routingUrl: value.ROUTING_URL,
    mapTilesUrl: value.MAP_TILES_URL,
    mapTilesAttribution: value.MAP_TILES_ATTRIBUTION,
    payments: paymentSettings(value),
    metricsToken: value.METRICS_TOKEN,
    objectStore: objectStore(value),
    fileQuota: { bytes: value.FILES_QUOTA_MB * megabyte, filesPerDay: value.FILES_PER_DAY },
  };
}

function objectStore(value: z.infer<typeof settings>): ObjectStoreSettings | undefined {
  const { FILES_S3_URL, FILES_S3_REGION, FILES_S3_ACCESS_KEY, FILES_S3_SECRET_KEY } = value;
  if (!FILES_S3_URL) return undefined;
  if (!FILES_S3_ACCESS_KEY || !FILES_S3_SECRET_KEY)
    throw new Error('FILES_S3_URL needs FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY.');
  return {
    url: FILES_S3_URL,
    region: FILES_S3_REGION,
    accessKeyId: FILES_S3_ACCESS_KEY,
    secretAccessKey: FILES_S3_SECRET_KEY,
  };
}

function vapidKeys({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: z.infer<typeof settings>) {
  if (!VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY) return undefined;
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY)
    throw new Error('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together.');
  return { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY };
}

// A URL may contain a password, and the message is logged.
const redacted = (name: string, value: string | undefined) => {
  if (/_(TOKEN|KEY|SECRET)$/.test(name)) return '…';
  return name.endsWith('_URL') ? value?.replace(/\/\/.*@/s, '//…@') : value;
};

function hiddenApps(given: Record<string, string | undefined>): string[] {
  return Object.entries(given)
    .filter(([name]) => name.startsWith('HIDE_'))
    .filter(([name, value]) => {
      if (value !== '0' && value !== '1') throw new Error(`${name} must be 1 (hide the app) or 0, not "${value}".`);
      return value === '1';
    })
    .map(([name]) => name.slice('HIDE_'.length).toLowerCase().replaceAll('_', '-'));
}
