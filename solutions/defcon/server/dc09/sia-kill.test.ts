import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { freePort, spawnServer, type TestServer } from '#main/testing/test-servers.ts';
import { demoDatabase } from '#main/testing.ts';
import { frameOf, panelLine } from './panel.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'rasid-sia-kill-'));
let database: Awaited<ReturnType<typeof demoDatabase>>;
let pool: pg.Pool;
let server: TestServer | undefined;
let running = true;
const working: Promise<void>[] = [];

beforeAll(async () => {
  database = await demoDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  running = false;
  await Promise.all(working);
  await server?.kill('SIGTERM');
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A panel that sends each message again until it is acknowledged. Returns the zones that were. */
async function report(account: string, port: number): Promise<number[]> {
  const acknowledged: number[] = [];
  while (running) {
    const line = await eventually(
      () => panelLine(port).catch(() => null),
      (opened) => opened !== null || !running,
    );
    if (!line) break;
    while (running) {
      const zone = acknowledged.length + 1;
      line.send(frameOf({ account, sequence: String(zone % 10_000).padStart(4, '0'), data: `|Nri1/BA${zone}` }));
      if (!(await line.reply().catch(() => null))) break;
      acknowledged.push(zone);
    }
    await line.end();
  }
  return acknowledged;
}

test('when the server is killed under load, every acknowledged signal is stored, and none twice', async () => {
  const port = await freePort();
  const panels = await pool.query<{ id: number; account: string }>(
    `WITH panel AS (
       UPDATE device SET app = 'defcon', hardware_id = 2101, solution_id = 21
        WHERE id IN (SELECT id FROM device WHERE state = 'installed' AND has_token ORDER BY id LIMIT 8) RETURNING id, company_id)
     INSERT INTO defcon_sia_account (id, company_id, account) SELECT id, company_id, 'K' || lpad(id::text, 5, '0') FROM panel RETURNING id, account`,
  );
  const start = async () => {
    server = await spawnServer({ DATABASE_URL: database.url, DATA_DIR: folder, SIA_PORT: String(port) });
    await server.ready;
  };
  await start();
  const reports = panels.rows.map(({ account }) => report(`#${account}`, port));
  working.push(...reports.map((one) => one.then(() => undefined)));
  const stored = async () =>
    (await pool.query<{ n: number }>(`SELECT count(*)::integer AS n FROM device_event WHERE key LIKE 'sia-%'`)).rows[0]
      ?.n ?? 0;
  for (const count of [200, 500]) {
    const from = await stored();
    await eventually(stored, (now) => now >= from + count);
    await server?.kill('SIGKILL');
    await start();
  }
  running = false;
  const acknowledged = await Promise.all(reports);
  const zones = await pool.query<{ id: number; zones: number[] }>(
    `SELECT device_id AS id, array_agg((data ->> 'zone')::integer) AS zones FROM device_event WHERE key LIKE 'sia-%' GROUP BY device_id`,
  );
  for (const [n, { id }] of panels.rows.entries()) {
    const found = zones.rows.find((row) => row.id === id)?.zones ?? [];
    expect(new Set(found).size).toBe(found.length);
    expect(acknowledged[n]?.filter((zone) => !found.includes(zone))).toEqual([]);
    // A message without an acknowledgement may be stored: it was on its way when the test ended.
    expect(found.length - (acknowledged[n]?.length ?? 0)).toBeLessThanOrEqual(1);
  }
});
