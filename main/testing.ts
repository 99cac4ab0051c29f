import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import type { ObjectStoreSettings } from '#platform/server/files/object-store.ts';
import type { Kit, PaymentSettings } from '#platform/server/kit.ts';
import { testDatabase } from '#platform/server/postgres/test-database.ts';
import { mailBrand, readSiteSettings } from './brand.ts';
import { openHttp, openKit, startSlices } from './compose.ts';
import { loadDemo } from './load-demo.ts';
import { slices } from './slices.ts';
import { testApps } from './test-apps/index.ts';
import { settleDemo } from './testing/demo/settle-demo.ts';

// All test files use the same slices.
slices.push(...testApps);

export const demoPassword = 'Rasid@2026';
/** The password that people in tests choose: the password of the demo is not accepted as a new one. */
export const chosenPassword = 'violet tractor at dawn';
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the reply holds
type Reply = { status: number; body: any; headers: Record<string, unknown> };
type CallOptions = { body?: unknown; headers?: Record<string, string> };

/** A client of the HTTP API with the session of one person. */
export type TestPerson = { token: string; call(method: Method, path: string, options?: CallOptions): Promise<Reply> };

export type Rasid = {
  kit: Kit;
  http: FastifyInstance;
  /** Without a session. */
  anonymous: TestPerson;
  signIn(email: string, password?: string): Promise<TestPerson>;
  /** Starts the broker and the timers of a server that was made without them. */
  start(): Promise<void>;
  close(): Promise<void>;
};

const secrets = { signing: new Uint8Array(32).fill(7), sealing: new Uint8Array(32).fill(9) };
// A month of readings is most of the demo data, and every test file gets a copy. Tests of charts insert their own readings.
const settings = {
  host: '127.0.0.1',
  mqttPort: 0,
  siaPort: 0,
  demo: true,
  demoHistoryDays: 0,
  payments: { sandbox: true },
  trial: { devices: 3, days: 30 },
  liveBeatMs: 200,
  longestPauseMs: 500,
  privateCalls: true,
  smsCountries: ['AE', 'OM', 'SA'],
  brand: mailBrand(readSiteSettings('rasid', [])),
};
const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
const kitOptions = (databaseUrl: string, natsUrl?: string, hiddenApps: readonly string[] = []) => ({
  databaseUrl,
  natsUrl,
  roles: ['gateway', 'worker', 'api'] as const,
  secrets,
  publicUrl: 'http://localhost',
  settings: { ...settings, hiddenApps },
  log,
});

async function prepare(url: string) {
  const { kit, close } = await openKit(kitOptions(url));
  await loadDemo(kit);
  await settleDemo(kit);
  // Tests insert readings of the past.
  await kit.pool.query('DELETE FROM reading_rollup');
  await close();
}

/** A database with the demo data, for tests that start the server as a process. */
export const demoDatabase = () => testDatabase(inject('databaseUrl'), prepare);

/** A database without demo data, for tests that load it themselves. */
const emptyDatabase = () =>
  testDatabase(
    inject('databaseUrl'),
    async (url) => {
      const { close } = await openKit(kitOptions(url));
      await close();
    },
    'rasid_empty_template',
  );

/** A kit on an empty database, with these apps hidden. The demo that it loads has its orders and codes, and readings of so many days. */
export async function emptyKit(
  hidden: readonly string[],
  demoHistoryDays = 2,
): Promise<{ kit: Kit; close(): Promise<void> }> {
  const database = await emptyDatabase();
  const options = kitOptions(database.url, undefined, hidden);
  const { kit, close } = await openKit({ ...options, settings: { ...options.settings, demoHistoryDays } });
  return {
    kit,
    async close() {
      await close();
      await database.drop();
    },
  };
}

/** A client with this access token. An empty token makes anonymous calls. */
export const personOn = (http: FastifyInstance, token: string): TestPerson => ({
  token,
  async call(method, path, { body, headers = {} } = {}) {
    const request: InjectOptions = {
      method,
      url: `/api${path}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    };
    const reply = await http.inject(request);
    const json = reply.headers['content-type']?.toString().includes('json');
    return { status: reply.statusCode, body: json ? reply.json() : reply.body, headers: reply.headers };
  },
});

/** Starts the product on a separate database with the demo data. `start` also starts the broker and the timers. */
export async function rasid(
  options: {
    start?: boolean;
    hidden?: string[];
    natsUrl?: string;
    objectStore?: ObjectStoreSettings;
    payments?: PaymentSettings;
  } = {},
): Promise<Rasid> {
  const database = await demoDatabase();
  const base = kitOptions(database.url, options.natsUrl, options.hidden);
  const { kit, close } = await openKit({
    ...base,
    settings: { ...base.settings, ...(options.payments ? { payments: options.payments } : {}) },
    objectStore: options.objectStore,
  });
  const hidden = new Set(options.hidden);
  let stop = options.start ? await startSlices(kit, hidden) : async () => undefined;
  const http = await openHttp(kit, { webFolder: null, site: readSiteSettings('rasid', options.hidden ?? []) });
  await http.ready();
  const person = (token: string) => personOn(http, token);
  const anonymous = person('');
  return {
    kit,
    http,
    anonymous,
    async signIn(email, password = demoPassword) {
      const reply = await anonymous.call('POST', '/auth/login', { body: { email, password } });
      if (reply.status !== 200) throw new Error(`${email} cannot sign in: ${JSON.stringify(reply.body)}`);
      return person(reply.body.data.token);
    },
    async start() {
      stop = await startSlices(kit, hidden);
    },
    async close() {
      await stop();
      await http.close();
      await close();
      await database.drop();
    },
  };
}

/** Repeats a request that the server refuses with 503, as it does when a loaded machine keeps it waiting too long. */
export async function untilServed(request: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await request();
    if (reply.status !== 503) return reply;
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

const counted = new AsyncLocalStorage<true>();

/** Counts the statements that the database receives for `work`, without those of concurrent timers. */
export const countStatements = async (app: Pick<Rasid, 'kit'>, work: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(app, work)).length;

/** The texts of these statements. */
export async function statementsOf({ kit }: Pick<Rasid, 'kit'>, work: () => Promise<unknown>): Promise<string[]> {
  const pools = [kit, kit.people, kit.signIn, kit.telemetry].map((handle) => handle.pool);
  const texts: string[] = [];
  const wrapped = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const wrap = (client: pg.PoolClient) => {
    if (wrapped.has(client)) return;
    const run = client.query;
    wrapped.set(client, run);
    client.query = ((...args: Parameters<typeof run>) => {
      const [query]: readonly unknown[] = args;
      const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
      if (counted.getStore()) texts.push(String(text));
      return run.apply(client, args);
    }) as typeof run;
  };
  for (const pool of pools) pool.on('acquire', wrap);
  await counted.run(true, work);
  for (const pool of pools) pool.off('acquire', wrap);
  for (const [client, query] of wrapped) client.query = query;
  return texts;
}
