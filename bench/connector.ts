import { createHash } from 'node:crypto';
import type pg from 'pg';
import { pointers } from '#core/integrations/common/connector.ts';
import { addDevices } from './fixtures/fixtures.ts';
import { type BenchProduct, productRun } from './runs.ts';

/**
 * Prints one JSON line: the answers of the webhook of a connector compared with those of `POST /api/v1/telemetry`, both
 * at the same messages per second of the same devices, alternating within one run. `transactions` are those of the
 * database for each message.
 */
const deviceCount = Number(process.env.BENCH_DEVICES ?? 500);
const perSecond = Number(process.env.BENCH_PER_SECOND ?? 500);
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const [key, secret] = ['bench', 'bench'];

type Device = { name: string; secret: string };
type Way = { url: string; authorization(device: Device): string; body(device: Device, n: number): object };
type Answers = { ms: number[]; transactions: number };

/** Connectors know serial numbers in capitals without separators. */
const serialOf = (name: string) => name.replaceAll('-', '');
const values = (n: number) => ({ level: 1 + (n % 100) / 100, fillPercent: n % 100, battery: 90 });

async function addConnector(pool: pg.Pool, company: number): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO connector (company_id, kind, name, key, enabled, networks, rate, auto_create, allow_simulated, profiles, mapping, pointers)
     VALUES ($1, 'http', $2, $2, true, '{}', 1000000, 'off', false, '[]', '[]', $3) RETURNING id`,
    [company, key, JSON.stringify(pointers.parse({ values: '/values', key: '/key' }))],
  );
  await pool.query('INSERT INTO connector_secret (connector_id, company_id, secret_hash) VALUES ($1, $2, $3)', [
    rows[0]?.id,
    company,
    createHash('sha256').update(secret).digest(),
  ]);
}

const waysOf = (http: number): Record<'plain' | 'connector', Way> => ({
  plain: {
    url: `http://127.0.0.1:${http}/api/v1/telemetry`,
    authorization: (device) => `Basic ${Buffer.from(`${device.name}:${device.secret}`).toString('base64')}`,
    body: (_, n) => values(n),
  },
  connector: {
    url: `http://127.0.0.1:${http}/api/v1/connect/${key}`,
    authorization: () => `Bearer ${secret}`,
    body: ({ name }, n) => ({ id: serialOf(name), key: `${name} ${n}`, values: values(n) }),
  },
});

const transactionsOf = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    'SELECT xact_commit::float8 AS n FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.n ?? 0;
};

let sent = 0;
/** Sends at a constant rate, however long the answers take: each time counts from when the message was due. */
async function load(pool: pg.Pool, way: Way, devices: readonly Device[], forSeconds: number): Promise<Answers> {
  const ms: number[] = [];
  const before = await transactionsOf(pool);
  const start = performance.now();
  const answers: Promise<void>[] = [];
  const send = async (due: number) => {
    const n = sent++;
    const device = devices[n % devices.length] as Device;
    const answer = await fetch(way.url, {
      method: 'POST',
      headers: { authorization: way.authorization(device), 'content-type': 'application/json' },
      body: JSON.stringify(way.body(device, n)),
    });
    if (!answer.ok) throw new Error(`${way.url} answered with ${answer.status}`);
    await answer.arrayBuffer();
    ms.push(performance.now() - due);
  };
  const count = forSeconds * perSecond;
  for (let made = 0; made < count; ) {
    const elapsed = performance.now() - start;
    for (; made < count && (made * 1000) / perSecond <= elapsed; made++)
      answers.push(send(start + (made * 1000) / perSecond));
    await new Promise((next) => setTimeout(next, 1));
  }
  await Promise.all(answers);
  return { ms, transactions: (await transactionsOf(pool)) - before };
}

const p99Of = (ms: readonly number[]): number => [...ms].sort((a, b) => a - b)[Math.floor(ms.length * 0.99)] ?? 0;

async function measure({ http, pool, devices }: BenchProduct) {
  const { rows } = await pool.query<{ company_id: number }>('SELECT company_id FROM device WHERE id = $1', [
    devices[0]?.id,
  ]);
  await addConnector(pool, rows[0]?.company_id ?? 0);
  const ways = waysOf(http);
  for (const way of Object.values(ways)) await load(pool, way, devices, 2);
  const all = { plain: { ms: [], transactions: 0 } as Answers, connector: { ms: [], transactions: 0 } as Answers };
  for (let round = 0; round < rounds; round++)
    for (const name of ['plain', 'connector'] as const) {
      const { ms, transactions } = await load(pool, ways[name], devices, seconds);
      all[name].ms.push(...ms);
      all[name].transactions += transactions;
    }
  const [plain, connector] = [p99Of(all.plain.ms), p99Of(all.connector.ms)];
  const perMessage = ({ ms, transactions }: Answers) => Number((transactions / ms.length).toFixed(2));
  return {
    perSecond,
    p99Ms: Math.round(connector),
    plainP99Ms: Math.round(plain),
    ratioToPlain: Number((connector / plain).toFixed(3)),
    transactions: perMessage(all.connector),
    plainTransactions: perMessage(all.plain),
    goals: { p99Ms: 300, ratioToPlain: 1.5 },
  };
}

const tanks = {
  app: 'swam',
  async add(pool: pg.Pool, company: number, count: number) {
    const devices = await addDevices(pool, company, count);
    await pool.query("UPDATE device SET serial = replace(serial, '-', '') WHERE company_id = $1", [company]);
    return devices;
  },
};

console.log(JSON.stringify(await productRun(deviceCount, measure, {}, tanks)));
