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
  const { rawPayload: bytes } = await app.http.inject({
    url: `/api/rodent/audit-folder/${newest.id}/file`,
    headers: { authorization: `Bearer ${customer.token}` },
  });
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

test('the folder of a year names 150 traps, their plans by quarter, and each gap in words, in at most 20 seconds', async () => {
  const { bytes, pages, text, seconds, code } = await folder('en');
  expect(seconds).toBeLessThan(20);
  expect(pageNumbers(pages)).toEqual(allNumbers(pages));
  expect(text).toContain('Trap 12 was not heard from 03/03/2025, 14:00 to 13/03/2025, 09:00.');
  expect(text).toContain('Trap 20 was not heard from 20/11/2025, 12:00 to 01/01/2026, 00:00.');
  expect(text.match(/was not heard from/g)).toHaveLength(2);
  // A row is on one page, and each trap has one.
  const zoneOf = (n: number) => (n <= 30 ? 'Inside, food' : n <= 100 ? 'Inside' : 'Outside');
  const rowsOf = (n: number) => pages.filter((page) => page.includes(` ${n} Trap ${n} Snap trap ${zoneOf(n)} `)).length;
  expect(trapNumbers.filter((n) => rowsOf(n) !== 1)).toEqual([]);
  const plans = pages.flatMap((page) => page.split(/(?=(?:Hall|Dock), as it was on)/).slice(1));
  const shown = plans.map((plan) => {
    const [, name, day, labels = ''] = /^(\w+), as it was on (\S+), 00:00 ((?:\d+ )+)/.exec(plan) ?? [];
    return [`${name} ${day}`, labels.trim().split(' ').map(Number)] as const;
  });
  const without7 = trapNumbers.filter((n) => n !== 7);
  expect(new Map(shown)).toEqual(
    new Map([
      ['Hall 01/04/2025', [...trapNumbers]],
      ...['01/07/2025', '01/10/2025', '01/01/2026'].flatMap(
        (day) =>
          [
            [`Hall ${day}`, without7],
            [`Dock ${day}`, [7]],
          ] as [string, number[]][],
      ),
    ]),
  );
  for (const part of [
    ...['Warehouse 4', 'V-2025-000026', 'Hessa Al Marri', 'Seal the gap under dock 3', 'Overdue'],
    ...['Brodifacoum block', 'AE-77', 'Four quarters before', 'Red', 'Median'],
  ])
    expect(text, part).toContain(part);
  const verified = (await app.anonymous.call('GET', `/rodent/document/${code}`)).body.data;
  expect(verified).toMatchObject({
    kind: 'folder',
    site: 'Warehouse 4',
    visit: null,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
});

test('a folder is made in Arabic as well', async () => {
  const { pages, text } = await folder('ar');
  expect(pageNumbers(pages)).toEqual(allNumbers(pages));
  expect(text).toContain(drawn('فجوات'));
  expect(text).toContain('03/03/2025, 14:00');
  expect(trapNumbers.filter((n) => pages.filter((page) => page.includes(` Trap ${n} `)).length !== 1)).toEqual([]);
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
  expect(rows).toHaveLength(2);
  expect((await app.anonymous.call('GET', `/rodent/document/${code}`)).body.data.sha256).toMatch(/^[0-9a-f]{64}$/);
});
