import mqtt from 'mqtt';
import { openPool } from '#platform/server/postgres/database.ts';
import { addCompany, addUser, type BenchUser } from '../fixtures/fixtures.ts';
import { addSite } from '../fixtures/trap-fixtures.ts';
import { percentile } from '../load-process.ts';
import { type Prepared, productWith, start, stop } from '../runs.ts';
import { watchTopics } from '../watch-events.ts';
import { benchPostgres } from '../workplace.ts';
import { type AddedPanel, addPanels, benchKey } from './fixtures.ts';
import { type BenchPanel, type SiaResult, startSiaLoad } from './sia-load.ts';

const panelCount = Number(process.env.BENCH_DEVICES ?? 1000);
const seconds = Number(process.env.BENCH_SECONDS ?? 12);
const probes = Number(process.env.BENCH_PROBES ?? 60);

type Load = { full: SiaResult; half: SiaResult };
type Fixtures = { user: BenchUser; panels: AddedPanel[] };

/** As fast as the receiver answers, and then half of that rate, at which the times until the answers are compared. */
async function load(port: number, panels: readonly BenchPanel[]): Promise<Load> {
  // The first message of each panel takes longer than all others.
  await startSiaLoad({ port, panels, seconds: 2, perSecond: 0, from: 1 });
  const full = await startSiaLoad({ port, panels, seconds, perSecond: 0, from: 3000 });
  const perSecond = full.acknowledged / full.seconds / 2;
  return { full, half: await startSiaLoad({ port, panels, seconds, perSecond, from: 6000 }) };
}

async function bare(panels: readonly BenchPanel[]): Promise<Load> {
  const postgres = await benchPostgres();
  try {
    const [receiver, { port = 0 }] = await start('./peers/bare-receiver.ts', postgres.url, benchKey);
    const result = await load(port, panels);
    await stop(receiver);
    return result;
  } finally {
    await postgres.stop();
  }
}

async function prepare(url: string): Promise<Fixtures> {
  const pool = openPool(url);
  try {
    const company = await addCompany(pool, 'Panels', ['defcon']);
    const user = await addUser(pool, company);
    const panels = await addPanels(pool, company, await addSite(pool, company, 'Site'), panelCount);
    await pool.query('ANALYZE');
    return { user, panels };
  } finally {
    await pool.end();
  }
}

/** Reports signals of one panel over MQTT, and measures its acknowledgement and when an open page of the panel hears of it. */
async function probe({ http, mqtt: port, fixtures: { user, panels } }: Prepared<Fixtures>) {
  const panel = panels.at(-1) as AddedPanel;
  let heard: () => void = () => undefined;
  const page = await watchTopics(http, user, [`panel:${panel.id}`], ({ type }) => {
    if (type === 'panel') heard();
  });
  const client = await mqtt.connectAsync({ port, host: '127.0.0.1', username: panel.name, password: panel.secret });
  const [ackMs, pageMs]: [number[], number[]] = [[], []];
  for (let n = 0; n < probes; n++) {
    const event = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const startedAt = performance.now();
    const data = { code: 'BR', zone: (n % 40) + 1, group: 1 };
    const body = JSON.stringify({ id: `probe-${n}`, ts: Date.now(), kind: 'intrusion', data });
    const acknowledged = client
      .publishAsync('v1/devices/me/event', body, { qos: 1 })
      .then(() => ackMs.push(performance.now() - startedAt));
    await event;
    pageMs.push(performance.now() - startedAt);
    await acknowledged;
  }
  await client.endAsync();
  await page.close();
  return { ackMs, pageMs };
}

const rate = ({ acknowledged, seconds: took }: SiaResult) => acknowledged / took;

/** Frames per second and the times until their answers, compared with a bare receiver; and when an open page hears of an event. */
export async function measureSignals() {
  process.env.BENCH_SIA = '1';
  const accounts = Array.from({ length: panelCount }, (_, n) => ({
    account: `B${n.toString(16).toUpperCase().padStart(6, '0')}`,
    key: n % 2 === 0 ? benchKey : null,
  }));
  // A bare receiver before and after, so that a change in the speed of the machine favours neither.
  const before = await bare(accounts);
  const { own, heard } = await productWith(prepare, async (product) => ({
    own: await load(product.sia, product.fixtures.panels),
    heard: await probe(product),
  }));
  const after = await bare(accounts);
  const bareRate = (rate(before.full) + rate(after.full)) / 2;
  const bareMs = (before.half.p99Ms + after.half.p99Ms) / 2;
  const [ackMs, pageMs] = [percentile(heard.ackMs, 0.95), percentile(heard.pageMs, 0.95)];
  return {
    sockets: own.full.sockets,
    framesPerSecond: Math.round(rate(own.full)),
    bareFramesPerSecond: Math.round(bareRate),
    framesRatio: Number((rate(own.full) / bareRate).toFixed(3)),
    p99Ms: Math.round(own.half.p99Ms),
    bareP99Ms: Math.round(bareMs),
    p99Ratio: Number((own.half.p99Ms / bareMs).toFixed(2)),
    eventAckMs: Math.round(ackMs),
    eventPageMs: Math.round(pageMs),
    eventRatio: Number((pageMs / ackMs).toFixed(2)),
  };
}
