import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { pdfPages } from '#main/testing/print/pdf-text.ts';
import { printing } from '#main/testing/print/test-prints.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { doDue } from '#platform/server/due.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { addTraps, line, proofForm, visitsAs } from '../visits/visits.fixture.ts';
import { dueReports } from './visit-documents.ts';

let app: Rasid;
let customer: TestPerson;
let other: TestPerson;
let site: number;
let traps: number[];
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await rasid();
  [customer, other] = [await app.signIn('customer@rasid.test'), await app.signIn('other@rasid.test')];
  const { reem, qasr } = await inSystem(app.kit.db, demoCompanies);
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'rodent', [reem, qasr]));
  site = (await customer.call('GET', `/company/${reem}/structure?limit=1`)).body.data[0].id;
  traps = await inSystem(app.kit.db, (tx) => addTraps(tx, reem, site));
  stop = await printing(app);
});
afterAll(async () => {
  await stop();
  await app.close();
});

const visits = () => visitsAs(customer, () => site);
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
async function prove(id: number, kind: 'photo' | 'signature'): Promise<string> {
  const clientId = randomUUID();
  const body = proofForm(clientId, kind, picture);
  const { status } = await customer.call('POST', `/rodent/visit/${id}/proof`, { body });
  expect(status).toBe(201);
  return clientId;
}

/** A visit of three lines, a product and a recommendation that the customer has signed. */
async function signedVisit(): Promise<{ id: number; number: string }> {
  const { call, plan, addLines } = visits();
  const { id, number } = (await plan()).body.data;
  const caught = { finding: 'catch', count: 2, species: 'house-mouse', actions: ['re-armed'] };
  const lines = [line(traps[0], { ...caught, photos: [await prove(id, 'photo')] }), line(traps[1]), line(traps[2])];
  await addLines(id, lines);
  const at = new Date().toISOString();
  const paste = { product: 'Monitoring paste', registration: null, batch: 'MP-7', amount: 20, unit: 'g', toxic: false };
  await call('POST', `/visit/${id}/material`, { clientId: randomUUID(), deviceId: traps[0], at, ...paste });
  const gap = { text: 'Seal the gap under dock 3', severity: 'poor', dueOn: '2027-01-31', ownerId: null };
  await call('POST', `/visit/${id}/recommendation`, { clientId: randomUUID(), ...gap });
  await call('POST', `/visit/${id}/finish`);
  const signature = await prove(id, 'signature');
  expect((await call('POST', `/visit/${id}/sign`, { name: 'Hessa Al Marri', signature })).status).toBe(200);
  return { id, number };
}
const ask = (id: number, language: 'en' | 'ar', person = customer) =>
  app.http.inject({
    url: `/api/rodent/visit/${id}/pdf?language=${language}`,
    headers: { authorization: `Bearer ${person.token}` },
  });
async function report(id: number, language: 'en' | 'ar'): Promise<{ bytes: Buffer; text: string; code: string }> {
  await doDue(app.kit, [dueReports]);
  const { rawPayload: bytes } = await vi.waitFor(
    async () => {
      const reply = await ask(id, language);
      expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200);
      return reply;
    },
    { timeout: 60_000, interval: 250 },
  );
  const text = pdfPages(bytes).join('\n');
  return { bytes, text, code: /verify-trap-document\/([0-9a-f-]{36})/.exec(text)?.[1] ?? '' };
}
const verified = async (code: string) => (await app.anonymous.call('GET', `/rodent/document/${code}`)).body.data;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** Arabic letters are drawn from left to right. */
const drawn = (text: string) => [...text].toReversed().join('');

test('a signed visit has a report in each language that says what was done, and anyone can verify it', async () => {
  const { id, number } = await signedVisit();
  expect((await ask(id, 'en')).json().word).toBe('report-in-work');
  const { bytes, text, code } = await report(id, 'en');
  for (const part of [
    ...[`Pest control visit ${number}`, 'Reem Residences', '1 / 2', '2 / 2'],
    ...['Catch · 2 · House mouse', 'Armed again', 'Monitoring paste', 'MP-7', '20 g', 'Seal the gap under dock 3'],
    ...['Photos', 'Hessa Al Marri'],
  ])
    expect(text).toContain(part);
  const arabic = await report(id, 'ar');
  for (const part of [drawn('مكافحة'), drawn('المصائد'), number, 'MP-7']) expect(arabic.text).toContain(part);
  expect(await verified(code)).toMatchObject({
    kind: 'visit',
    company: 'Reem Residences',
    sha256: sha256(bytes),
    visit: { number, signedBy: 'Hessa Al Marri', signedAt: expect.any(String), addenda: 0, later: 0 },
  });
  expect((await verified(arabic.code)).sha256).toBe(sha256(arabic.bytes));
  expect((await app.anonymous.call('GET', `/rodent/document/${randomUUID()}`)).status).toBe(404);
  expect((await ask(id, 'en', other)).statusCode).toBe(404);
});

test('an addendum makes another report with it, and the one before stays and says that it came later', async () => {
  const { id } = await signedVisit();
  const first = await report(id, 'en');
  await visits().call('POST', `/visit/${id}/addendum`, { clientId: randomUUID(), text: 'Trap 2 stood at dock 4.' });
  const second = await vi.waitFor(async () => {
    const newer = await report(id, 'en');
    expect(newer.code).not.toBe(first.code);
    return newer;
  }, 60_000);
  expect([first.text, second.text].map((text) => text.includes('Trap 2 stood at dock 4.'))).toEqual([false, true]);
  expect((await verified(first.code)).visit).toMatchObject({ addenda: 0, later: 1 });
  expect((await verified(first.code)).sha256).toBe(sha256(first.bytes));
  expect((await verified(second.code)).visit).toMatchObject({ addenda: 1, later: 0 });
});

test('a report stays as it was sent after a verdict has changed, and says that its findings would be others', async () => {
  const { id } = await signedVisit();
  const { bytes, code } = await report(id, 'en');
  expect(await verified(code)).toMatchObject({ changed: [] });
  const [hit] = (await visits().call('GET', `/hit?deviceId=${traps[0]}&limit=1`)).body.data;
  expect(hit).toMatchObject({ verdict: 'catch', presumed: false });
  const other = { verdict: 'false', cause: 'cleaning', reason: 'A glove, not a mouse' };
  expect((await visits().call('POST', `/hit/${hit.id}/verdict`, other)).status).toBe(200);
  expect(await verified(code)).toMatchObject({ sha256: sha256(bytes), changed: ['lines'] });
  const [gap] = (await visits().sheet(id)).body.data.recommendations;
  await visits().call('POST', `/visit/${id}/recommendation/${gap.id}/done`, {});
  expect((await verified(code)).changed).toEqual(['lines', 'recommendations']);
  expect((await report(id, 'en')).bytes.equals(bytes)).toBe(true);
});

test('a report whose stored file is no longer the one that was handed out is broken', async () => {
  const { id } = await signedVisit();
  const { bytes, code } = await report(id, 'en');
  expect(await verified(code)).toMatchObject({ sha256: sha256(bytes), intact: true });
  await app.kit.pool.query(
    `UPDATE stored_file_piece SET bytes = set_byte(bytes, 200, 255 - get_byte(bytes, 200))
      WHERE n = 0 AND file_id = (SELECT file_id FROM rodent_document WHERE code = $1)`,
    [code],
  );
  expect(await verified(code)).toMatchObject({ sha256: sha256(bytes), intact: false });
});

test('those who may see visits to the site get a mail with the report in their language, once', async () => {
  const { id, number } = await signedVisit();
  await report(id, 'en');
  await report(id, 'ar');
  const sent = async () =>
    (
      await app.kit.pool.query(
        `SELECT m.recipient, a.name, f.sha256 FROM mail_outbox m JOIN mail_attachment a ON a.attachments = m.attachments JOIN stored_file f ON f.id = a.file_id
          WHERE m.subject LIKE $1`,
        [`%${number}%`],
      )
    ).rows;
  const mails = await sent();
  const { bytes } = await report(id, 'en');
  expect(mails).toContainEqual({ recipient: 'customer@rasid.test', name: `${number}.pdf`, sha256: sha256(bytes) });
  expect(mails.map(({ recipient }) => recipient)).toEqual([...new Set(mails.map(({ recipient }) => recipient))]);
  expect(mails.map(({ recipient }) => recipient)).not.toContain('other@rasid.test');
  await visits().call('POST', `/visit/${id}/addendum`, { clientId: randomUUID(), text: 'Later.' });
  await vi.waitFor(async () => expect((await report(id, 'en')).text).toContain('Later.'), 60_000);
  expect(await sent()).toHaveLength(mails.length);
});

test('nobody gets a mail about a visit that was signed long ago', async () => {
  const { id, number } = await signedVisit();
  const mails = async () =>
    (await app.kit.pool.query('SELECT FROM mail_outbox WHERE subject LIKE $1', [`%${number}%`])).rows.length;
  await app.kit.pool.query("UPDATE rodent_visit_step SET at = at - interval '32 days' WHERE subject_id = $1", [id]);
  await report(id, 'en');
  expect(await mails()).toBe(0);
});

test('a visit that is not signed has no report', async () => {
  const { id } = (await visits().plan()).body.data;
  expect((await ask(id, 'en')).json().word).toBe('visit-not-signed-yet');
});
