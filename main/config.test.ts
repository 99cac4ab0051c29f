import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig, streetMap } from './config.ts';
import { openDataFolder, readSecrets } from './data-folder.ts';

describe('settings', () => {
  test('a worker without the web app reads the pages that it prints at the public address', () => {
    const apart = { NATS_URL: 'nats://n', DATABASE_URL: 'postgres://d/d', PUBLIC_URL: 'https://rasid.example' };
    expect(readConfig({ ...apart, ROLES: 'worker' }).printUrl).toBe('https://rasid.example');
    expect(readConfig({ ...apart, ROLES: 'worker', PRINT_URL: 'http://api:4000/' }).printUrl).toBe('http://api:4000');
    expect(readConfig({ ...apart, PORT: '4100' }).printUrl).toBe('http://127.0.0.1:4100');
  });

  test('the keys of web push are given together', () => {
    expect(() => readConfig({ VAPID_PUBLIC_KEY: 'a' })).toThrow('set together');
    expect(readConfig({ VAPID_PUBLIC_KEY: 'a', VAPID_PRIVATE_KEY: 'b' }).vapid).toEqual({
      publicKey: 'a',
      privateKey: 'b',
    });
  });

  test('every setting has a default', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      mqttPort: 1883,
      siaPort: 12128,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: undefined,
      natsUrl: undefined,
      stream: { replicas: 1, maxBytes: 10 * 1024 ** 3 },
      roles: ['gateway', 'worker', 'api'],
      demo: true,
      demoFaults: [],
      printUrl: 'http://127.0.0.1:4000',
      publicUrl: 'http://localhost:4000',
      mqttUrl: 'mqtt://localhost:1883',
      apiDocs: true,
      hidden: [],
      trial: { devices: 5, days: 30 },
      timeZone: 'Asia/Dubai',
      country: 'AE',
      brand: 'rasid',
      logLevel: 'info',
      smtpUrl: undefined,
      smsUrl: undefined,
      smsToken: undefined,
      smsCountries: ['AE', 'BH', 'KW', 'OM', 'QA', 'SA'],
      privateCalls: false,
      vapid: undefined,
      geocoderUrl: undefined,
      routingUrl: undefined,
      mapTilesUrl: streetMap,
      mapTilesAttribution: undefined,
      payments: { sandbox: true },
      metricsToken: undefined,
      objectStore: undefined,
      fileQuota: { bytes: 10_240 * 1024 * 1024, filesPerDay: 5000 },
    });
  });

  test('companies may try apps in the demo, and elsewhere only if the installation allows it', () => {
    expect(readConfig({ DEMO: '0' }).trial).toBeUndefined();
    expect(readConfig({ TRIALS: '0' }).trial).toBeUndefined();
    expect(readConfig({ DEMO: '0', TRIALS: '1', TRIAL_DEVICES: '5', TRIAL_DAYS: '14' }).trial).toEqual({
      devices: 5,
      days: 14,
    });
  });

  test('the demo has the faults that are asked for', () => {
    expect(readConfig({ DEMO_FAULTS: '' }).demoFaults).toEqual([]);
    expect(readConfig({ DEMO_FAULTS: 'dark-gateway' }).demoFaults).toEqual(['dark-gateway']);
    expect(() => readConfig({ DEMO_FAULTS: 'dark-gateway,storm' })).toThrow('DEMO_FAULTS must be among dark-gateway');
  });

  test('devices connect to the host of the web address unless MQTT has an address of its own', () => {
    const env = { PUBLIC_URL: 'https://rasid.example.com', MQTT_PORT: '1884' };
    expect(readConfig(env).mqttUrl).toBe('mqtt://rasid.example.com:1884');
    const proxied = { ...env, MQTT_PUBLIC_URL: 'mqtts://devices.example.com:8883' };
    expect(readConfig(proxied).mqttUrl).toBe('mqtts://devices.example.com:8883');
  });

  test('an object store needs its keys, and no message contains them', () => {
    const store = { FILES_S3_URL: 'https://s3.example/bucket', FILES_S3_ACCESS_KEY: 'id' };
    expect(() => readConfig(store)).toThrow('FILES_S3_URL needs FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY.');
    expect(readConfig({ ...store, FILES_S3_SECRET_KEY: 'secret' }).objectStore).toEqual({
      url: 'https://s3.example/bucket',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
  });

  test('test cards pay orders in the demo, elsewhere only if the installation allows it, and never together with Stripe', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'whsec' };
    const keys = { secretKey: 'sk', publishableKey: 'pk', webhookSecret: 'whsec', apiUrl: undefined };
    expect(readConfig({ DEMO: '0' }).payments).toEqual({ sandbox: false });
    expect(readConfig({ DEMO: '0', PAYMENT_SANDBOX: '1' }).payments).toEqual({ sandbox: true });
    expect(readConfig({ PAYMENT_SANDBOX: '0' }).payments).toEqual({ sandbox: false });
    expect(readConfig(stripe).payments).toEqual({ sandbox: false, stripe: keys });
    expect(() => readConfig({ ...stripe, PAYMENT_SANDBOX: '1' })).toThrow('cannot be set together');
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk' })).toThrow('STRIPE_SECRET_KEY needs');
    expect(() => readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec' })).toThrow('need STRIPE_SECRET_KEY');
  });

  test('the platform is in a known time zone and a country', () => {
    expect(readConfig({ TIME_ZONE: 'Asia/Riyadh', COUNTRY: 'SA' })).toMatchObject({
      timeZone: 'Asia/Riyadh',
      country: 'SA',
    });
    expect(() => readConfig({ TIME_ZONE: 'Riyadh' })).toThrow(
      'TIME_ZONE must be a time zone such as Asia/Dubai, not "Riyadh".',
    );
    expect(() => readConfig({ COUNTRY: 'Oman' })).toThrow('COUNTRY must be a two-letter country code');
  });

  test('an empty value counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', HIDE_GM: '' })).toEqual(readConfig({}));
  });

  test('the public address follows the port and ends without a slash', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(readConfig({ PUBLIC_URL: 'https://iot.example/' }).publicUrl).toBe('https://iot.example');
  });

  test('a tile server is given by a URL template or by a style', () => {
    const tilesUrlOf = (MAP_TILES_URL: string) => readConfig({ MAP_TILES_URL }).mapTilesUrl;
    expect(tilesUrlOf('https://tiles.example/{z}/{x}/{y}.png')).toBe('https://tiles.example/{z}/{x}/{y}.png');
    expect(tilesUrlOf('https://tiles.example/style.json')).toBe('https://tiles.example/style.json');
    expect(tilesUrlOf('none')).toBeUndefined();
    expect(() => tilesUrlOf('https://tiles.example/{z}/{x}.png')).toThrow(
      'MAP_TILES_URL must hold all of {z}, {x} and {y}',
    );
    expect(() => tilesUrlOf('ftp://tiles.example/{z}/{x}/{y}.png')).toThrow('MAP_TILES_URL must be an address');
  });

  test('the demo, whose passwords are public, listens on this machine only unless HOST is given', () => {
    expect(readConfig({ DEMO: '1' }).host).toBe('127.0.0.1');
    expect(readConfig({ DEMO: '1', HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
    expect(readConfig({ DEMO: '0' }).host).toBe('0.0.0.0');
  });

  test('the API is documented at /api/docs in the demo, otherwise only if API_DOCS is 1', () => {
    expect(readConfig({ DEMO: '0' }).apiDocs).toBe(false);
    expect(readConfig({ DEMO: '0', API_DOCS: '1' }).apiDocs).toBe(true);
    expect(readConfig({ API_DOCS: '0' }).apiDocs).toBe(false);
  });

  test('HIDE_<APP>=1 hides an app by its id', () => {
    expect(readConfig({ HIDE_FACILITY_BOOKING: '1', HIDE_GM: '0', HIDE_SWAM: '1' }).hidden).toEqual([
      'facility-booking',
      'swam',
    ]);
  });

  test('a process with some of the roles needs NATS_URL and DATABASE_URL', () => {
    const shared = { NATS_URL: 'nats://bus:4222', DATABASE_URL: 'postgres://db/rasid' };
    expect(readConfig({ ...shared, ROLES: 'gateway, api' }).roles).toEqual(['gateway', 'api']);
    expect(() => readConfig({ ROLES: 'gateway' })).toThrow('ROLES=gateway needs NATS_URL and DATABASE_URL');
  });

  test.each([
    [{ PORT: 'http' }, 'PORT must be a port number from 0 to 65535, not "http".'],
    [{ MQTT_PORT: '70000' }, 'MQTT_PORT must be a port number from 0 to 65535, not "70000".'],
    [{ DEMO: 'yes' }, 'DEMO must be 1 (demo data and virtual devices) or 0, not "yes".'],
    [{ ROLES: 'web' }, 'ROLES must name some of gateway, worker and api, separated by commas, not "web".'],
    [{ HIDE_GM: 'true' }, 'HIDE_GM must be 1 (hide the app) or 0, not "true".'],
    [
      { DATABASE_URL: 'mysql://me:secret@db/x' },
      'DATABASE_URL must be an address that starts with postgres:// or postgresql://, not "mysql://…@db/x".',
    ],
    [
      { DATABASE_URL: 'postgres://me:p@ss/w:o#r?d@db/x' },
      'DATABASE_URL must have its user name and password percent-encoded, such as %40 for @ and %2F for /, not "postgres://…@db/x".',
    ],
    [
      { DATABASE_URL: 'postgres://me:se/cret@db/x' },
      'DATABASE_URL must be an address that starts with postgres:// or postgresql://, not "postgres://…@db/x".',
    ],
  ])('%o is refused in one sentence', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });
});

test('a data folder that is a file is reported in one sentence', () => {
  expect(() => openDataFolder('/etc/hostname')).toThrow(
    'The data folder /etc/hostname is a file: set DATA_DIR to a folder.',
  );
});

// Root can write everywhere except in /proc.
test.runIf(process.platform === 'linux')('a data folder that is not writable is reported in one sentence', () => {
  expect(() => openDataFolder('/proc')).toThrow(
    'The data folder /proc cannot be written to: start as its owner, or set DATA_DIR to another folder.',
  );
});

describe('secrets', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'rasid-secrets-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('the secrets are created once and are readable by their owner only', () => {
    const first = readSecrets(dataDir);
    expect(first.jwtKey).toHaveLength(32);
    expect(first.sealingKey).not.toEqual(first.jwtKey);
    expect(readSecrets(dataDir)).toEqual(first);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  test('damaged secrets are reported and not replaced', () => {
    const file = join(dataDir, 'secrets.json');
    writeFileSync(file, '{"jwtKey":""}');
    expect(() => readSecrets(dataDir)).toThrow('is damaged');
    expect(readFileSync(file, 'utf8')).toBe('{"jwtKey":""}');
  });
});
