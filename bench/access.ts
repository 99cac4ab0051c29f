import { connectAsync, type MqttClient } from 'mqtt';
import type pg from 'pg';
import { type AccessFixtures, accessFixtures, accessScale } from './fixtures/access-fixtures.ts';
import type { BenchUser } from './fixtures/fixtures.ts';
import { percentile } from './load-process.ts';
import { productWith, start, stop } from './runs.ts';

/**
 * Prints one JSON line. Unlocking: the time from sending the request until the order has arrived at the lock, compared
 * with a message through a bare broker and with a bare server that inserts a row and publishes. The log: pages of ten
 * million lines compared with the same SQL. The visitors of a year with a million openings.
 */
const rounds = Number(process.env.BENCH_REPETITIONS ?? 200);
const warmUps = 20;

type Call = (method: string, path: string, body?: object) => Promise<Response>;

async function signIn(http: number, { email, password }: BenchUser): Promise<Call> {
  const base = `http://127.0.0.1:${http}/api`;
  const send = async (method: string, path: string, body?: object, token?: string) => {
    const reply = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return reply;
  };
  const login = await send('POST', '/auth/login', { email, password });
  const { data } = (await login.json()) as { data: { token: string } };
  return (method, path, body) => send(method, path, body, data.token);
}

const p = (ms: readonly number[], share: number) => Number(percentile(ms, share).toFixed(1));

type Door = { id: number; client: MqttClient; answered: Promise<void> };

/** A lock that opens when ordered, and reports it. */
async function openDoor(mqtt: number, { id, name, secret }: AccessFixtures['locks'][number]): Promise<Door> {
  const client = await connectAsync(`mqtt://127.0.0.1:${mqtt}`, { username: name, password: secret, clientId: name });
  const say = (body: object, topic = 'telemetry') =>
    client.publishAsync(`v1/devices/me/${topic}`, JSON.stringify(body), { qos: 1 });
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  await say({ lockState: 'locked' });
  const door: Door = { id, client, answered: Promise.resolve() };
  const answer = async (topic: string) => {
    await say({ lockState: 'unlocked' });
    await say({}, `rpc/response/${topic.split('/').at(-1)}`);
  };
  client.on('message', (topic) => {
    door.answered = answer(topic);
  });
  return door;
}

/** The milliseconds from the start of `order` until the lock has its message. */
async function timed(client: MqttClient, order: () => Promise<unknown>): Promise<number> {
  const arrived = new Promise<number>((resolve) => client.once('message', () => resolve(performance.now())));
  const startedAt = performance.now();
  const [at] = await Promise.all([arrived, order()]);
  return at - startedAt;
}

async function measureUnlock(url: string, mqtt: number, call: Call, locks: AccessFixtures['locks']) {
  const [bare, { mqtt: bareMqtt = 0, http: bareHttp = 0 }] = await start('./peers/bare-publish.ts', url);
  const listener = await connectAsync(`mqtt://127.0.0.1:${bareMqtt}`);
  await listener.subscribeAsync('order', { qos: 1 });
  const publisher = await connectAsync(`mqtt://127.0.0.1:${bareMqtt}`);
  const doors = await Promise.all(locks.map((lock) => openDoor(mqtt, lock)));
  const ms = { unlock: [] as number[], publish: [] as number[], post: [] as number[] };
  for (let n = 0; n < rounds + warmUps; n++) {
    const door = doors[n % doors.length] as Door;
    const one = {
      unlock: await timed(door.client, () => call('POST', `/metrowatch/device/${door.id}/unlock`, {})),
      publish: await timed(listener, () => publisher.publishAsync('order', '{}', { qos: 1 })),
      post: await timed(listener, () => fetch(`http://127.0.0.1:${bareHttp}`, { method: 'POST' })),
    };
    if (n >= warmUps) for (const key of ['unlock', 'publish', 'post'] as const) ms[key].push(one[key]);
  }
  await Promise.all(doors.map(({ answered }) => answered));
  await Promise.all([listener, publisher, ...doors.map(({ client }) => client)].map((client) => client.endAsync()));
  await stop(bare);
  return {
    unlockP50Ms: p(ms.unlock, 0.5),
    unlockP99Ms: p(ms.unlock, 0.99),
    barePublishP99Ms: p(ms.publish, 0.99),
    barePostP99Ms: p(ms.post, 0.99),
    ratioToBarePublish: Number((percentile(ms.unlock, 0.99) / percentile(ms.publish, 0.99)).toFixed(2)),
    ratioToBarePost: Number((percentile(ms.unlock, 0.99) / percentile(ms.post, 0.99)).toFixed(2)),
  };
}

/** Alternates a call and the same SQL, and returns the milliseconds of both. */
async function compareWith(call: () => Promise<unknown>, bare: () => Promise<unknown>, count: number) {
  const ms = { product: [] as number[], bare: [] as number[] };
  const clocked = async (target: number[], work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    target.push(performance.now() - startedAt);
  };
  for (let n = -warmUps; n < count; n++) {
    const target = n < 0 ? { product: [], bare: [] } : ms;
    await clocked(target.product, call);
    await clocked(target.bare, bare);
  }
  return ms;
}

/** The first page with its total, pages further down, and the page of one lock, in turn. */
async function measureLog(call: Call, pool: pg.Pool, { busyId, locks }: AccessFixtures) {
  let n = 0;
  const pageOf = () => [
    { query: 'limit=25', where: '' },
    { query: `limit=25&skip=${25 * (1 + (n % 40))}&total=false`, where: `OFFSET ${25 * (1 + (n % 40))}` },
    { query: `limit=25&deviceId=${locks[n % locks.length]?.id}`, where: '', device: locks[n % locks.length]?.id },
  ];
  let page = pageOf()[0];
  const next = async () => {
    page = pageOf()[n % 3];
    n++;
    const reply = await call('GET', `/metrowatch/access-log?${page?.query}`);
    const { data } = (await reply.json()) as { data: unknown[] };
    if (data.length !== 25) throw new Error(`a page of ${data.length} lines`);
  };
  const bare = () =>
    pool.query(
      `SELECT * FROM lock_log WHERE company_id = ${busyId} AND app = 'metrowatch' ${page?.device ? `AND device_id = ${page.device}` : ''} ORDER BY time DESC, id DESC LIMIT 25 ${page?.where}`,
    );
  const ms = await compareWith(next, bare, rounds);
  return { lines: accessScale.lines, logPageP95Ms: p(ms.product, 0.95), bareLogPageP95Ms: p(ms.bare, 0.95) };
}

async function measureVisitors(call: Call, pool: pg.Pool, { officeId }: AccessFixtures) {
  const to = new Date();
  const from = new Date(to.getTime() - accessScale.days * 86_400_000);
  const path = `/metrowatch/analysis/lock/visitors-count?from=${from.toISOString()}&to=${to.toISOString()}`;
  const counted = await pool.query<{ n: number }>(
    "SELECT count(DISTINCT holder_id)::integer AS n FROM lock_log WHERE company_id = $1 AND action = 'unlock' AND time < $2",
    [officeId, to],
  );
  const ms = await compareWith(
    async () => {
      const { data } = (await (await call('GET', path)).json()) as { data: { total: number } };
      if (data.total !== counted.rows[0]?.n) throw new Error(`${data.total} visitors`);
    },
    () =>
      pool.query(
        "SELECT date_trunc('month', time), count(DISTINCT holder_id) FROM lock_log WHERE company_id = $1 AND action = 'unlock' GROUP BY 1",
        [officeId],
      ),
    Math.min(rounds, 20),
  );
  return { openings: accessScale.openings, visitorsP95Ms: p(ms.product, 0.95), bareVisitorsP95Ms: p(ms.bare, 0.95) };
}

console.log(
  JSON.stringify(
    await productWith(accessFixtures, async ({ http, mqtt, pool, url, fixtures }) => {
      const [busy, office] = await Promise.all([signIn(http, fixtures.busy), signIn(http, fixtures.office)]);
      return {
        ...(await measureUnlock(url, mqtt, busy, fixtures.locks)),
        ...(await measureLog(busy, pool, fixtures)),
        ...(await measureVisitors(office, pool, fixtures)),
      };
    }),
  ),
);
