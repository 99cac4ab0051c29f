import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { startNats, type TestNats, withoutNats } from '#main/testing/test-nats.ts';
import { freePort, spawnServer, type TestServer } from '#main/testing/test-servers.ts';
import { demoDatabase } from '#main/testing.ts';
import { frameOf, panelLine } from './panel.fixture.ts';

/** `npm run drill:intrusion` kills five hundred times in each shape, or `KILLS` times, and prints what was lost or doubled. */
const isDrill = process.env.DRILL === '1';
const kills = (usual: number) => (isDrill ? Number(process.env.KILLS ?? 500) : usual);
/** Between two kills so many signals are stored at least, and up to so many more at random. */
const [least, more] = isDrill ? [8, 60] : [80, 80];
const panelCount = 8;
/** Zones have three digits; what makes a signal another one is its text. */
const zones = 900;

const folder = mkdtempSync(join(tmpdir(), 'rasid-sia-kill-'));
let database: Awaited<ReturnType<typeof demoDatabase>>;
let pool: pg.Pool;
let nats: TestNats | undefined;
const servers = new Map<string, TestServer>();
let running = false;
const working = new Set<Promise<number[]>>();

beforeAll(async () => {
  database = await demoDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  running = false;
  await Promise.all(working);
  for (const server of servers.values()) await server.kill('SIGTERM');
  await nats?.stop();
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A panel that sends each message again until it is acknowledged. Returns the signals that were. */
async function report(account: string, port: number): Promise<number[]> {
  const acknowledged: number[] = [];
  while (running) {
    const line = await eventually(
      () => panelLine(port).catch(() => null),
      (opened) => opened !== null || !running,
      120_000,
    );
    if (!line) break;
    while (running) {
      const signal = acknowledged.length + 1;
      const data = `|Nri1/BA${(signal % zones) + 1}^s${signal}^`;
      line.send(frameOf({ account, sequence: String(signal % 10_000).padStart(4, '0'), data }));
      if (!(await line.reply().catch(() => null))) break;
      acknowledged.push(signal);
    }
    await line.end();
  }
  return acknowledged;
}

type Shape = { name: string; roles: readonly string[]; kills: number };
const shapes: Shape[] = [
  { name: 'one process', roles: ['gateway,worker,api'], kills: kills(2) },
  { name: 'a gateway and a worker with NATS', roles: ['gateway', 'worker'], kills: kills(2) },
];

const storedCount = async (accounts: readonly number[]) =>
  (
    await pool.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM device_event WHERE key LIKE 'sia-%' AND device_id = ANY ($1)`,
      [accounts],
    )
  ).rows[0]?.n ?? 0;

/** The signals of each panel as events of its device and as lines of its log, with how often each is there. */
async function storedSignals(id: number): Promise<{ events: Map<number, number>; lines: Map<number, number> }> {
  const counted = async (table: string) => {
    const { rows } = await pool.query<{ signal: number; n: number }>(table, [id]);
    return new Map(rows.map(({ signal, n }) => [signal, n]));
  };
  return {
    events: await counted(
      `SELECT substr(data ->> 'text', 2)::integer AS signal, count(*)::integer AS n FROM device_event WHERE device_id = $1 AND key LIKE 'sia-%' GROUP BY 1`,
    ),
    lines: await counted(
      `SELECT substr(text, 2)::integer AS signal, count(*)::integer AS n FROM defcon_event WHERE panel_id = $1 AND source = 'sia' GROUP BY 1`,
    ),
  };
}

let shaped = 0;
/** Panels of ours, each with an account; they are not in service, so that nothing rings. */
async function addPanels(): Promise<{ id: number; account: string }[]> {
  const { rows } = await pool.query<{ id: number; account: string }>(
    `WITH device AS (
       UPDATE device SET app = 'defcon', hardware_id = 2101, solution_id = 21
        WHERE id IN (SELECT id FROM device WHERE state = 'installed' AND has_token AND app <> 'defcon' ORDER BY id LIMIT $1) RETURNING id, company_id),
     panel AS (INSERT INTO defcon_panel (id, company_id) SELECT id, company_id FROM device RETURNING id, company_id)
     INSERT INTO defcon_sia_account (id, company_id, account) SELECT id, company_id, $2 || lpad(id::text, 5, '0') FROM panel RETURNING id, account`,
    [panelCount, `K${++shaped}`],
  );
  return rows;
}

/** The process that is killed next: in a drill any, else each in turn, the worker first. */
const victimOf = (roles: readonly string[], n: number): string =>
  roles.at(isDrill ? Math.floor(Math.random() * roles.length) : -1 - (n % roles.length)) ?? '';

test.each(shapes)(
  'when $name is killed under load, every acknowledged signal is stored, and none twice',
  { timeout: isDrill ? 4 * 3_600_000 : 120_000 },
  async ({ name, roles, kills: count }) => {
    const isSplit = roles.length > 1;
    if (isSplit && withoutNats) return;
    if (isSplit) nats = await startNats(folder);
    const port = await freePort();
    const panels = await addPanels();
    const start = async (role: string) => {
      const server = await spawnServer({
        ...{ DATABASE_URL: database.url, DATA_DIR: folder, ROLES: role },
        ...{
          SIA_PORT: role.includes('gateway') ? String(port) : '0',
          ...(nats && isSplit ? { NATS_URL: nats.url } : {}),
        },
      });
      servers.set(role, server);
      await server.ready;
    };
    await Promise.all(roles.map(start));
    running = true;
    const reports = panels.map(({ account }) => report(`#${account}`, port));
    for (const one of reports) working.add(one);
    const ids = panels.map(({ id }) => id);
    for (let n = 0; n < count; n++) {
      const from = await storedCount(ids);
      const until = from + least + Math.floor(Math.random() * more);
      await eventually(
        () => storedCount(ids),
        (now) => now >= until,
        120_000,
      );
      const role = victimOf(roles, n);
      await servers.get(role)?.kill('SIGKILL');
      await start(role);
    }
    running = false;
    const acknowledged = await Promise.all(reports);
    const total = acknowledged.reduce((sum, { length }) => sum + length, 0);
    // What a gateway has acknowledged may still be on its way from the stream to the database.
    await eventually(
      () => storedCount(ids),
      (now) => now >= total,
      120_000,
    );
    let [lost, doubled, unasked] = [0, 0, 0];
    for (const [n, { id }] of panels.entries()) {
      const { events, lines } = await storedSignals(id);
      const sent = acknowledged[n] ?? [];
      lost += sent.filter((signal) => !events.has(signal) || !lines.has(signal)).length;
      doubled += [...events.values(), ...lines.values()].filter((times) => times > 1).length;
      // A message without an acknowledgement may be stored: it was on its way when the test ended.
      unasked += Math.max(0, events.size - sent.length - 1);
    }
    for (const server of servers.values()) await server.kill('SIGTERM');
    servers.clear();
    if (isDrill) console.log(`${name}: ${count} kills, ${total} acknowledged, ${lost} lost, ${doubled} doubled`);
    expect({ lost, doubled, unasked }).toEqual({ lost: 0, doubled: 0, unasked: 0 });
  },
);
