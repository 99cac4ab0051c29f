import { afterAll, beforeAll, expect, test } from 'vitest';
import { dueSilence } from '#core/devices/server/silence/silence.ts';
import { doDue } from '#platform/server/due.ts';
import type { Kit } from '#platform/server/kit.ts';
import { dueReports } from '#solutions/rodent/server/documents/visit-documents.ts';
import { apps } from '../apps.ts';
import { loadDemo } from '../load-demo.ts';
import { testApps } from '../test-apps/index.ts';
import { emptyKit } from '../testing.ts';

const others = [
  ...apps.filter(({ id, kind }) => kind === 'solution' && id !== 'rodent').map(({ id }) => id),
  ...testApps.map(({ app }) => app.id),
];
let kit: Kit;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ kit, close } = await emptyKit(others));
  await loadDemo(kit);
}, 600_000);
afterAll(() => close());

const one = async (query: string) => (await kit.pool.query(query)).rows[0];

test('70 traps are at two sites, on their plans and in their rooms', async () => {
  const { rows } = await kit.pool.query(
    `SELECT s.name, count(*)::integer AS traps, count(i.device_id)::integer AS planned, count(d.space_id)::integer AS placed, max(t.number) AS highest
       FROM rodent_trap t JOIN device d ON d.id = t.id JOIN structure s ON s.id = t.structure_id LEFT JOIN layout_item i ON i.device_id = d.id GROUP BY 1 ORDER BY 1`,
  );
  expect(rows).toEqual([
    { name: 'Qasr Distribution Centre', traps: 48, planned: 48, placed: 48, highest: 48 },
    { name: 'Qasr Mall', traps: 22, planned: 22, placed: 22, highest: 22 },
  ]);
});

test('a year has 640 hits, 31 % of them false, an infestation in March and a forklift', async () => {
  const hits = await one(
    `SELECT count(*)::integer AS hits, round(100.0 * count(*) FILTER (WHERE verdict = 'false') / count(*))::integer AS wrong,
            max(at) < now() AS past, min(at) > now() - interval '367 days' AS recent, count(*) FILTER (WHERE mass)::integer AS mass FROM rodent_hit`,
  );
  expect(hits).toEqual({ hits: 640, wrong: 31, past: true, recent: true, mass: 7 });
  const march = await one(
    `SELECT count(*)::integer AS catches, count(DISTINCT device_id)::integer AS traps FROM rodent_hit
      WHERE verdict = 'catch' AND at BETWEEN (SELECT date_trunc('month', max(at)) + interval '8 days' FROM rodent_hit WHERE extract(month FROM at) = 3)
        AND (SELECT date_trunc('month', max(at)) + interval '13 days' FROM rodent_hit WHERE extract(month FROM at) = 3)`,
  );
  expect(march.catches).toBeGreaterThanOrEqual(40);
  expect(march.traps).toBeGreaterThanOrEqual(10);
});

test('26 visits: 24 signed, one that is due to be missed, and one under way with 7 of 48 lines', async () => {
  const { rows } = await kit.pool.query(
    `SELECT v.state, count(DISTINCT v.id)::integer AS visits, count(l.id)::integer AS lines
       FROM rodent_visit v LEFT JOIN rodent_visit_line l ON l.visit_id = v.id GROUP BY 1 ORDER BY 1`,
  );
  expect(rows).toEqual([
    { state: 'in-progress', visits: 1, lines: 7 },
    { state: 'planned', visits: 1, lines: 0 },
    { state: 'signed', visits: 24, lines: 12 * 48 + 12 * 22 },
  ]);
  expect(await one(`SELECT count(*)::integer AS n FROM rodent_visit WHERE missed_at < now()`)).toEqual({ n: 1 });
});

test('visits are signed with pictures, and a report of each and a folder of each site are on their way', async () => {
  expect(
    await one(
      `SELECT count(*)::integer AS signed, count(DISTINCT p.file_id)::integer AS pictures, min(f.width) AS width
         FROM rodent_visit v JOIN proof p ON p.client_id = v.signature AND p.subject_id = v.id AND p.kind = 'signature' JOIN stored_file f ON f.id = p.file_id
        WHERE v.state = 'signed'`,
    ),
  ).toEqual({ signed: 24, pictures: 24, width: 1200 });
  const documents = await kit.pool.query(
    `SELECT d.visit_id IS NULL AS folder, count(*)::integer AS n, bool_and(d.due_at IS NOT NULL OR p.state = 'queued') AS coming, count(DISTINCT d.structure_id)::integer AS sites
       FROM rodent_document d LEFT JOIN print_document p ON p.id = d.print_id GROUP BY 1 ORDER BY 1`,
  );
  expect(documents.rows).toEqual([
    { folder: false, n: 48, coming: true, sites: 2 },
    { folder: true, n: 2, coming: true, sites: 2 },
  ]);
  // Nobody waits for the documents: what is due is done once the platform runs.
  await kit.pool.query('UPDATE rodent_document SET due_at = NULL WHERE visit_id IS NOT NULL');
  await doDue(kit, [dueReports]);
  const { data } = await one(
    `SELECT p.data FROM rodent_document d JOIN print_document p ON p.id = d.print_id WHERE d.visit_id IS NULL AND d.language = 'en'`,
  );
  expect(data).toMatchObject({
    site: 'Qasr Distribution Centre',
    licences: [{ technician: 'Suresh Pillai' }, { technician: 'Suresh Pillai' }],
    unlicensed: [{ technician: 'Suresh Pillai', number: 'PC-2025-1187' }],
  });
  expect(data.plans.length).toBeGreaterThan(0);
});

test('the three silent traps have been so for days, and have their alarms once the platform runs', async () => {
  await doDue(kit, [dueSilence]);
  const { rows } = await kit.pool.query(
    `SELECT d.connection, t.zone, a.severity, s.last_message_at < now() - interval '5 days' AS long
       FROM alarm a JOIN device d ON d.id = a.device_id JOIN rodent_trap t ON t.id = d.id JOIN device_state s ON s.device_id = d.id
      WHERE a.kind = 'offline' AND a.app = 'rodent' ORDER BY t.zone, a.severity`,
  );
  const silent = { connection: 'offline', long: true };
  expect(rows).toEqual([
    { ...silent, zone: 'exterior', severity: 'poor' },
    { ...silent, zone: 'interior', severity: 'poor' },
    { ...silent, zone: 'interior-food', severity: 'problem' },
  ]);
});

test('the provider sees the two sites of its contract', async () => {
  const contract = await one(
    `SELECT p.name, cardinality(r.contract_resources) AS sites FROM company_relation r JOIN company p ON p.id = r.provider_id
       JOIN company c ON c.id = r.client_id WHERE c.name = 'Qasr Retail'`,
  );
  expect(contract).toEqual({ name: 'Gulf Facility Care', sites: 2 });
  const technician = await one(
    `SELECT g.company_id = u.company_id AS own, 'work' = ANY (w.actions) AS works FROM users u
       JOIN permission_group_member m ON m.user_id = u.id JOIN permission_group g ON g.id = m.group_id AND g.app_id = 'rodent'
       JOIN permission_group_grant w ON w.group_id = g.id AND w.entity = 'visit' WHERE u.email = 'technician@rasid.test'`,
  );
  expect(technician).toEqual({ own: true, works: true });
});
