import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { pdfPages } from '#main/testing/print/pdf-text.ts';
import { printing } from '#main/testing/print/test-prints.ts';
import { addYear, trapNumbers } from '#main/testing/traps/year-of-traps.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { doDue } from '#platform/server/due.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { dueFolders } from './folder-handlers.ts';

let app: Rasid;
let customer: TestPerson;
let operator: TestPerson;
let other: TestPerson;
let company: number;
let site: number;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await rasid();
  [customer, operator, other] = (await Promise.all(
    ['customer', 'operator', 'other'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson];
  const { reem, qasr } = await inSystem(app.kit.db, demoCompanies);
  company = reem;
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'rodent', [reem, qasr]));
  const { user } = (await customer.call('GET', '/session')).body.data;
  const { rows } = await app.kit.pool.query(
    `INSERT INTO structure (company_id, name, country_id) SELECT company_id, 'Warehouse 4', country_id FROM structure WHERE company_id = $1 LIMIT 1 RETURNING id`,
    [reem],
  );
  site = rows[0].id;
  const plans = { hall: await addPlan('Hall'), dock: await addPlan('Dock') };
  await addYear(app.kit.pool, { company, site, person: user.id }, plans);
  await app.kit.pool.query(
    `INSERT INTO rodent_licence (company_id, technician_id, number, authority, valid_from, expires_on)
     VALUES ($1, $2, 'PC-77', 'Dubai Municipality', '2025-02-01', '2025-11-30')`,
    [company, user.id],
  );
  stop = await printing(app);
});
afterAll(async () => {
  await stop();
  await app.close();
});

async function addPlan(name: string): Promise<number> {
  const image = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#e8f6f5' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('structureId', String(site));
  form.set('name', name);
  form.set('image', new Blob([new Uint8Array(image)]), 'plan.png');
  return (await customer.call('POST', '/layout', { body: form })).body.data.id;
}

// A year by the clock of Dubai.
const year = { from: '2024-12-31T20:00:00Z', to: '2025-12-31T20:00:00Z' };
const make = (more: object = {}, person = customer) =>
  person.call('POST', '/rodent/audit-folder', { body: { structureId: site, ...year, language: 'en', ...more } });
const list = async () => (await customer.call('GET', `/rodent/audit-folder?structureId=${site}`)).body.data;

async function folder(language: 'en' | 'ar') {
  const begun = performance.now();
  const asked = await make({ language });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  const { id } = asked.body.data;
  await vi.waitFor(
    async () =>
      expect((await customer.call('GET', `/company/${company}/print/${id}`)).body.data).toMatchObject({
        state: 'done',
      }),
    { timeout: 60_000, interval: 200 },
  );
  const seconds = (performance.now() - begun) / 1000;
  const [newest] = await list();
  const { rawPayload: bytes, headers } = await app.http.inject({
    url: `/api/rodent/audit-folder/${newest.id}/file`,
    headers: { authorization: `Bearer ${customer.token}` },
  });
  // The file has the days of the site, of which the last one is part of the period.
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain('2025-01-01 2025-12-31.pdf');
  const pages = pdfPages(bytes);
  const text = pages.join('\n');
  return {
    bytes,
    pages,
    text,
    seconds,
    id: newest.id,
    code: /verify-trap-document\/([0-9a-f-]{36})/.exec(text)?.[1] ?? '',
  };
}
/** Arabic letters are drawn from left to right. */
const drawn = (text: string) => [...text].toReversed().join('');
const pageNumbers = (pages: readonly string[]) => pages.map((page) => /^\s*(\d+ \/ \d+)/.exec(page)?.[1]);
const allNumbers = (pages: readonly string[]) => pages.map((_, n) => `${n + 1} / ${pages.length}`);

/** The numbers on each plan of a folder, by its name and day. */
const plansIn = (pages: readonly string[], captions: RegExp) =>
  [...pages.join(' ').matchAll(captions)]
    .map(({ groups: { name, day, labels = '' } = {} }) => [`${name} ${day}`, labels.trim().split(' ').map(Number)])
    .toSorted();
const without7 = trapNumbers.filter((n) => n !== 7);
/** Trap 7 was moved in the second quarter. */
const allPlans = [
  ['Hall 01/04/2025', [...trapNumbers]],
  ...['01/07/2025', '01/10/2025', '01/01/2026'].flatMap((day) => [
    [`Hall ${day}`, without7],
    [`Dock ${day}`, [7]],
  ]),
].toSorted();

test('the folder of a year names 150 traps, their plans by quarter, and each gap in words, in at most 20 seconds', async () => {
  const { bytes, pages, text, seconds, code } = await folder('en');
  expect(seconds).toBeLessThan(20);
  expect(pageNumbers(pages)).toEqual(allNumbers(pages));
  expect(text).toContain('Trap 12 was not heard from 03/03/2025, 14:00 to 13/03/2025, 09:00.');
  expect(text).toContain('Trap 20 was not heard from 20/11/2025, 12:00 to 01/01/2026, 00:00.');
  expect(text.match(/was not heard from/g)).toHaveLength(2);
  for (const part of [
    'PC-77 Dubai Municipality All sites 01/02/2025 30/11/2025',
    'led visit V-2025-000003 on 31/01/2025, 10:00 without a licence on record.',
    'led visit V-2025-000025 on 05/12/2025, 10:00 with licence PC-77, which was valid only until 30/11/2025.',
  ])
    expect(text, part).toContain(part);
  expect(text.match(/led visit V-/g)).toHaveLength(5);
  // A row is on one page, and each trap has one.
  const zoneOf = (n: number) => (n <= 30 ? 'Inside, food' : n <= 100 ? 'Inside' : 'Outside');
  const rowsOf = (n: number) => pages.filter((page) => page.includes(` ${n} Trap ${n} Snap trap ${zoneOf(n)} `)).length;
  expect(trapNumbers.filter((n) => rowsOf(n) !== 1)).toEqual([]);
  const captions = /(?<name>Hall|Dock), as it was on (?<day>\S+), 00:00 (?<labels>(?:\d+ )+)/g;
  expect(plansIn(pages, captions)).toEqual(allPlans);
  for (const part of [
    ...['Warehouse 4', 'V-2025-000026', 'Hessa Al Marri', 'Seal the gap under dock 3', 'Overdue'],
    ...['Brodifacoum block', 'AE-77', 'Four quarters before', 'Red', 'Median'],
    // Days of which the last one is part of the period.
    ...['01/01/2025 – 31/12/2025', '01/10/2025 – 31/12/2025'],
  ])
    expect(text, part).toContain(part);
  const verified = (await app.anonymous.call('GET', `/rodent/document/${code}`)).body.data;
  expect(verified).toMatchObject({
    kind: 'folder',
    site: 'Warehouse 4',
    zone: 'Asia/Dubai',
    visit: null,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
});

test('the Arabic folder of a year numbers its pages, has each trap once in each plan, and tears no row apart', async () => {
  const { pages, text } = await folder('ar');
  expect(pageNumbers(pages)).toEqual(allNumbers(pages));
  expect(text).toContain(drawn('فجوات'));
  expect(text).toContain('03/03/2025, 14:00');
  const captions = /(?<day>[\d/]+), 00:00 \S+ \S+ \S+ (?<name>Hall|Dock) (?<labels>(?:\d+ )+)/g;
  expect(plansIn(pages, captions)).toEqual(allPlans);
  const pagesWith = (row: RegExp) => pages.filter((page) => row.test(page)).length;
  const trapRow = (n: number) => new RegExp(` ${n} Trap ${n} ${drawn('مصيدة نابضية')} (?:\\S+ ){1,2}– `);
  expect(trapNumbers.filter((n) => pagesWith(trapRow(n)) !== 1)).toEqual([]);
  const visitRow = (n: number) =>
    new RegExp(
      `V-2025-0000${String(n).padStart(2, '0')} \\S+ 10:00 \\S+ Mariam Al Suwaidi 150 \\S+ 15:00 · Hessa Al Marri `,
    );
  const productRow = (n: number) => new RegExp(`\\S+ 10:00 \\( \\S+ \\) Brodifacoum block AE-77 B-${n} \\S+ 40 `);
  const visits = Array.from({ length: 26 }, (_, n) => n + 1);
  expect(visits.filter((n) => pagesWith(visitRow(n)) !== 1)).toEqual([]);
  expect(visits.filter((n) => pagesWith(productRow(n)) !== 1)).toEqual([]);
});

test('a folder stays as it was handed out after a verdict has changed, and names the sections that would say something else', async () => {
  const { bytes, code, id } = await folder('en');
  const verified = async () => (await app.anonymous.call('GET', `/rodent/document/${code}`)).body.data;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(await verified()).toMatchObject({ sha256, changed: [] });
  await app.kit.pool.query(
    `INSERT INTO rodent_hit (company_id, device_id, structure_id, kind, at, until_at, verdict)
     SELECT company_id, device_id, structure_id, kind, at + interval '1 year', until_at + interval '1 year', verdict
       FROM rodent_hit WHERE structure_id = $1 AND verdict = 'catch' LIMIT 1`,
    [site],
  );
  const hit = async (more: string) =>
    (await customer.call('GET', `/rodent/hit?limit=1&structureId=${site}&verdict=catch&${more}`)).body.data[0].id;
  const correct = async (of: number) =>
    expect((await customer.call('POST', `/rodent/hit/${of}/verdict`, { body: { verdict: 'false' } })).status).toBe(200);
  await correct(await hit(`at[from]=${year.to}`));
  expect((await verified()).changed).toEqual([]);
  await correct(await hit(`at[to]=${year.to}`));
  expect(await verified()).toMatchObject({ sha256, changed: ['trend', 'responses'] });
  const { rows } = await app.kit.pool.query('SELECT id, visit_id FROM rodent_recommendation');
  const done = `/rodent/visit/${rows[0].visit_id}/recommendation/${rows[0].id}/done`;
  expect((await customer.call('POST', done, { body: {} })).status).toBe(200);
  expect((await verified()).changed).toEqual(['trend', 'responses', 'actions']);
  expect((await list())[0]).toMatchObject({ id, changed: ['trend', 'responses', 'actions'] });
  // Licences of other people say nothing about this site; one that is removed leaves no trace but the folder.
  const person = "(SELECT id FROM users WHERE company_id = $1 AND email <> 'customer@rasid.test' LIMIT 1)";
  await app.kit.pool.query(
    `INSERT INTO rodent_licence (company_id, technician_id, number, valid_from, expires_on) SELECT $1, ${person}, 'PC-1', '2025-01-01', '2025-12-31'`,
    [company],
  );
  expect((await verified()).changed).toEqual(['trend', 'responses', 'actions']);
  await app.kit.pool.query("DELETE FROM rodent_licence WHERE number = 'PC-77'");
  expect((await verified()).changed).toEqual(['trend', 'responses', 'actions', 'licences']);
  const later = await folder('en');
  expect((await list())[0]).toMatchObject({ id: later.id, changed: [] });
  const file = await app.http.inject({
    url: `/api/rodent/audit-folder/${id}/file`,
    headers: { authorization: `Bearer ${customer.token}` },
  });
  expect(file.rawPayload.equals(bytes)).toBe(true);
});

test('only those who may make folders of the site do, and a period ends after it has begun', async () => {
  expect((await make({}, operator)).status).toBe(403);
  expect((await make({}, other)).status).toBe(404);
  expect((await make({ to: year.from })).body.errors).toEqual([{ param: 'to', msg: 'outOfRange' }]);
});

test('the file of a folder goes after 30 days, and the printed one can still be verified', async () => {
  const { id, code } = await folder('en');
  const file = () => customer.call('GET', `/rodent/audit-folder/${id}/file`);
  expect((await file()).status).toBe(200);
  await doDue(app.kit, [dueFolders]);
  expect((await file()).status).toBe(200);
  await app.kit.pool.query("UPDATE rodent_document SET expires_at = expires_at - interval '30 days' WHERE id = $1", [
    id,
  ]);
  await doDue(app.kit, [dueFolders]);
  expect((await file()).status).toBe(404);
  expect((await list())[0]).toMatchObject({ id, state: 'expired' });
  const { rows } = await app.kit.pool.query("SELECT FROM print_document WHERE page = 'trap-audit-folder'");
  expect(rows).toHaveLength(4);
  expect((await app.anonymous.call('GET', `/rodent/document/${code}`)).body.data.sha256).toMatch(/^[0-9a-f]{64}$/);
});
