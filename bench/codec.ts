import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { hostileCodecs } from '#core/integrations/server/fixtures/hostile.ts';
import { addCompany, addDevices } from './fixtures/fixtures.ts';
import { type BenchProduct, productRun } from './runs.ts';

/**
 * Prints one JSON line: messages per second of devices behind a connector with a codec, compared with the same values
 * as plain JSON, alternating within one run, and the p99 of the answers. Then the same devices at a fraction of that
 * load, alternating alone and together with a company whose codecs make twelve attacks in turn: the ratio of the p99,
 * and how much more memory the process holds at its peak than at the peak of the same load alone, which has warmed it
 * up.
 */
const deviceCount = Number(process.env.BENCH_DEVICES ?? 500);
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const inFlight = Number(process.env.BENCH_IN_FLIGHT ?? 32);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** The number of concurrent messages while attacks are measured: the machine must have spare capacity. */
const sharedInFlight = 4;
const secret = 'bench';

const decoding = `function decodeUplink(input) {
  var b = input.bytes;
  return { data: { level: ((b[0] << 8) | b[1]) / 1000, fillPercent: b[2], battery: b[3] } };
}`;

type Sender = { key: string; body(serial: string, n: number): object };
const messageOf = (serial: string, n: number) => ({
  deduplicationId: `${serial} ${n}`,
  time: new Date(Date.now() - 1000).toISOString(),
  deviceInfo: { devEui: serial, deviceProfileName: 'bench' },
  fCnt: n,
  fPort: 1,
});
const values = (n: number) => ({ level: 1 + (n % 100) / 100, fillPercent: n % 100, battery: 90 });
const bytes = (n: number) => {
  const { level, fillPercent, battery } = values(n);
  const milli = Math.round(level * 1000);
  return Buffer.from([milli >> 8, milli & 255, fillPercent, battery]).toString('base64');
};
const plain = (key: string): Sender => ({ key, body: (serial, n) => ({ ...messageOf(serial, n), object: values(n) }) });
const coded = (key: string): Sender => ({ key, body: (serial, n) => ({ ...messageOf(serial, n), data: bytes(n) }) });

async function addConnector(pool: pg.Pool, company: number, key: string, source: string | null): Promise<void> {
  const one = async (text: string, given: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(text, given)).rows[0]?.id ?? 0;
  const codec =
    source === null
      ? null
      : await one("INSERT INTO codec (company_id, name, description) VALUES ($1, $2, '') RETURNING id", [company, key]);
  if (codec !== null)
    await pool.query(
      "INSERT INTO codec_version (codec_id, company_id, number, state, source, samples, variables) VALUES ($1, $2, 1, 'active', $3, '[]', '{}')",
      [codec, company, source],
    );
  const id = await one(
    `INSERT INTO connector (company_id, kind, name, key, enabled, networks, rate, auto_create, allow_simulated, profiles, mapping, pointers, codec_id)
     VALUES ($1, 'chirpstack', $2, $2, true, '{}', 1000000, 'off', false, '[]', '[]', '{}', $3) RETURNING id`,
    [company, key, codec],
  );
  await pool.query('INSERT INTO connector_secret (connector_id, company_id, secret_hash) VALUES ($1, $2, $3)', [
    id,
    company,
    createHash('sha256').update(secret).digest(),
  ]);
}

let sent = 0;
/** Sends messages for the time, a number of them at once, and returns the milliseconds that each answer took. */
async function load(
  http: number,
  { key, body }: Sender,
  serials: readonly string[],
  { forSeconds = seconds, atOnce = inFlight } = {},
): Promise<{ perSecond: number; ms: number[] }> {
  const ms: number[] = [];
  const start = performance.now();
  const lane = async () => {
    while (performance.now() - start < forSeconds * 1000) {
      const n = sent++;
      const at = performance.now();
      const answer = await fetch(`http://127.0.0.1:${http}/api/v1/connect/${key}?event=up`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body(serials[n % serials.length] as string, n)),
      });
      if (answer.status !== 200) throw new Error(`answered with ${answer.status}`);
      await answer.arrayBuffer();
      ms.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { perSecond: ms.length / ((performance.now() - start) / 1000), ms };
}

const percentileOf = (all: readonly number[], share: number): number =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length * share)] ?? 0;
const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;

const attackKey = (at: number) => `attack-${at}`;
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** The device of the attacker, to whose messages its codecs are applied. */
async function addTarget(pool: pg.Pool, company: number): Promise<string> {
  const [device] = await addDevices(pool, company, 1);
  await pool.query("UPDATE device SET serial = replace(serial, '-', '') WHERE company_id = $1", [company]);
  return device?.name.replaceAll('-', '') ?? '';
}

const sampleMs = 20;
/** Does the work, and returns with it the most memory that the process has held meanwhile. */
async function withPeak<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; peakMb: number }> {
  let peakMb = residentMb(pid);
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(pid));
  }, sampleMs);
  try {
    const result = await work();
    return { result, peakMb };
  } finally {
    clearInterval(timer);
  }
}

/** The ratio of the p99 of the others during the attacks to that without them, and the additional peak memory. */
async function measureAttacks(http: number, serials: readonly string[], target: string, pid: number) {
  const alone: number[] = [];
  const together: number[] = [];
  let [attacked, grownMb] = [0, 0];
  const others = () => load(http, coded('coded'), serials, { atOnce: sharedInFlight });
  for (let round = 0; round < rounds; round++) {
    const without = await withPeak(pid, others);
    alone.push(...without.result.ms);
    let ended = false;
    const attack = async () => {
      for (; !ended; attacked++) {
        const key = attackKey(attacked % Object.keys(hostileCodecs).length);
        await load(http, coded(key), [target], { forSeconds: 0.001, atOnce: 1 });
      }
    };
    const during = await withPeak(pid, async () => {
      const attacking = attack();
      const { ms } = await others();
      ended = true;
      await attacking;
      return ms;
    });
    together.push(...during.result);
    grownMb = Math.max(grownMb, during.peakMb - without.peakMb);
  }
  return {
    attacks: attacked,
    p99AloneMs: Math.round(percentileOf(alone, 0.99)),
    p99WithHostileRatio: Number((percentileOf(together, 0.99) / percentileOf(alone, 0.99)).toFixed(3)),
    rssGrowthMb: Math.round(grownMb),
  };
}

async function measure({ http, pool, devices, server }: BenchProduct) {
  const [first] = devices;
  const { rows } = await pool.query<{ company_id: number }>('SELECT company_id FROM device WHERE id = $1', [first?.id]);
  const company = rows[0]?.company_id ?? 0;
  await addConnector(pool, company, 'plain', null);
  await addConnector(pool, company, 'coded', decoding);
  const attacker = await addCompany(pool, 'Attacker', ['swam']);
  for (const [at, attack] of Object.values(hostileCodecs).entries())
    await addConnector(pool, attacker, attackKey(at), `function decodeUplink(input) { ${attack} }`);
  const serials = devices.map(({ name }) => name);
  await load(http, plain('plain'), serials, { forSeconds: 1 });
  await load(http, coded('coded'), serials, { forSeconds: 1 });
  const runs = { plain: [] as number[], coded: [] as number[], ms: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    runs.plain.push((await load(http, plain('plain'), serials)).perSecond);
    const withCodec = await load(http, coded('coded'), serials);
    runs.coded.push(withCodec.perSecond);
    runs.ms.push(...withCodec.ms);
  }
  const attacks = await measureAttacks(http, serials, await addTarget(pool, attacker), server.pid ?? 0);
  const stored = await pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM reading');
  return {
    messagesPerSecond: Math.round(mean(runs.coded)),
    plainPerSecond: Math.round(mean(runs.plain)),
    ratioToPlainJson: Number((mean(runs.coded) / mean(runs.plain)).toFixed(3)),
    p99Ms: Math.round(percentileOf(runs.ms, 0.99)),
    ...attacks,
    readings: stored.rows[0]?.n ?? 0,
  };
}

const trackedTanks = {
  app: 'swam',
  async add(pool: pg.Pool, company: number, count: number) {
    const devices = await addDevices(pool, company, count);
    // Connectors know serial numbers in capitals without separators.
    await pool.query("UPDATE device SET serial = replace(serial, '-', '') WHERE company_id = $1", [company]);
    return devices.map((device) => ({ ...device, name: device.name.replaceAll('-', '') }));
  },
};

console.log(JSON.stringify(await productRun(deviceCount, measure, {}, trackedTanks)));
