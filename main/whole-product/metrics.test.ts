import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordBackup } from '#platform/server/backup/last-backup.ts';
import { measureBacklogs } from '#platform/server/monitoring/backlogs.ts';
import { metrics } from '#platform/server/monitoring/metrics.ts';
import { watchProcess } from '#platform/server/monitoring/process-metrics.ts';
import { backlogsOf } from '../compose.ts';
import { type Rasid, rasid } from '../testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

/** The value of a series of `/metrics`; null without it. */
async function value(series: string): Promise<number | null> {
  const line = (await metrics.metrics()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

const measure = () => measureBacklogs(app.kit, backlogsOf(new Set()));

test('waiting mails are reported by number and age, and those that were given up are counted', async () => {
  await measure();
  const waitingBefore = (await value('rasid_backlog_waiting{of="mail"}')) ?? 0;
  const failedBefore = (await value('rasid_backlog_failed{of="mail"}')) ?? 0;
  await app.kit.pool.query(`INSERT INTO mail_outbox (recipient, subject, text, html, attempts, created_at) VALUES
    ('a@rasid.test', 'Waiting', 'text', 'html', 3, now() - interval '2 hours'),
    ('b@rasid.test', 'Given up', 'text', 'html', 10, now() - interval '3 hours')`);
  await measure();
  expect(await value('rasid_backlog_waiting{of="mail"}')).toBe(waitingBefore + 1);
  expect(await value('rasid_backlog_failed{of="mail"}')).toBe(failedBefore + 1);
  expect(await value('rasid_backlog_oldest_seconds{of="mail"}')).toBeGreaterThanOrEqual(7200);
});

test('every queue of the product has its backlog', async () => {
  await measure();
  for (const name of ['mail', 'jobs', 'sms', 'push', 'webhooks', 'payments', 'refunds', 'rechecks'])
    expect(await value(`rasid_backlog_waiting{of="${name}"}`), name).not.toBeNull();
  expect(await value('rasid_database_bytes')).toBeGreaterThan(1_000_000);
});

test('a process reports its version, readiness, connections, disk and last backup', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rasid-metrics-'));
  recordBackup(dataDir);
  const stop = watchProcess(app.kit, { version: '7.8.9', dataDir });
  await expect.poll(() => value('rasid_last_backup_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 600);
  await stop();
  expect(await value('rasid_build_info{version="7.8.9"}')).toBe(1);
  expect(await value('rasid_ready')).toBe(1);
  expect(await value('rasid_warnings')).toBe(0);
  expect(await value('rasid_data_folder_free_bytes')).toBeGreaterThan(0);
  expect(await value('rasid_database_connections{pool="system",state="idle"}')).not.toBeNull();
  expect(await value('rasid_database_waiting{pool="people"}')).toBe(0);
});

test.each(['alerts.yml', 'dashboard.json'])('every metric that deploy/%s names exists', async (file) => {
  const text = await readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
  const named = [...text.matchAll(/\b(?:rasid|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
  const known = new Set((await metrics.getMetricsAsJSON()).map(({ name }) => name));
  const unknown = named.filter((name) => !known.has(name.replace(/_(?:bucket|count|sum)$/, '')) && !known.has(name));
  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(unknown)]).toEqual([]);
});
