import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import { GeneratedFile, storeFile } from '#platform/server/files/files.ts';
import { reportSpan } from './reports.ts';

let app: Rasid;
let customer: TestPerson;
let reader: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  reader = (await app.kit.pool.query("SELECT id FROM users WHERE email = 'customer@rasid.test'")).rows[0].id;
});
afterAll(() => app.close());

const plan = { app: 'sample', frequency: 'monthly', time: '07:00', dayOfMonth: 1 };
const rows = async (statement: string) => (await app.kit.pool.query(statement)).rows;

test('a monthly report is of the last whole month of the company, a daily one of yesterday', () => {
  const now = Date.parse('2026-03-01T01:00:00Z');
  const iso = ({ from, to }: { from: number; to: number }) => [
    new Date(from).toISOString(),
    new Date(to).toISOString(),
  ];
  expect(iso(reportSpan('monthly', now, 'Asia/Dubai'))).toEqual([
    '2026-01-31T20:00:00.000Z',
    '2026-02-28T20:00:00.000Z',
  ]);
  expect(iso(reportSpan('daily', now, 'Asia/Dubai'))).toEqual(['2026-02-27T20:00:00.000Z', '2026-02-28T20:00:00.000Z']);
});

test('a plan sends the consumption of sites once its document is laid out, with the document', async () => {
  await app.kit.pool.query('DELETE FROM mail_outbox');
  const body = { ...plan, name: 'Water of the month', report: 'consumption', users: [reader] };
  const created = (await customer.call('POST', '/notification-scheduler', { body })).body.data;
  expect(created).toMatchObject({ report: 'consumption' });
  expect((await customer.call('POST', `/notification-scheduler/${created.id}/send`)).body.data).toEqual({
    recipients: 1,
  });
  expect(await rows('SELECT 1 FROM mail_outbox')).toEqual([]);
  const [document] = await rows(
    "SELECT id, company_id, language FROM print_document WHERE page = 'consumption-report' AND state = 'queued'",
  );
  const [waiting] = await rows('SELECT recipients, language, document_id FROM consumption_report');
  expect(waiting).toMatchObject({ recipients: ['customer@rasid.test'], document_id: document.id });

  const finish = () =>
    emittingAsSystem(app.kit, app.kit.db, async (context) => {
      const file = new GeneratedFile([new TextEncoder().encode('%PDF-1.7')], 'x.pdf', { type: 'application/pdf' });
      const fileId = await storeFile(context, document.company_id, file);
      await emit(context, 'print.finished', { id: document.id, fileId });
    });
  await finish();
  await finish();
  const mails = await rows('SELECT recipient, subject, attachments FROM mail_outbox');
  expect(mails).toMatchObject([{ recipient: 'customer@rasid.test' }]);
  expect(mails[0].subject).toContain('Water of the month');
  const attached = await rows('SELECT name, media_type FROM mail_attachment');
  expect(attached).toEqual([{ name: 'Water of the month.pdf', media_type: 'application/pdf' }]);
});

test('a report whose document could not be laid out is mailed without it, and an unknown report is refused', async () => {
  await app.kit.pool.query('DELETE FROM mail_outbox');
  const unknown = { ...plan, name: 'Other', report: 'rainfall', users: [reader] };
  expect((await customer.call('POST', '/notification-scheduler', { body: unknown })).body.errors).toEqual([
    { param: 'report', msg: 'invalid' },
  ]);
  const body = { ...plan, name: 'Without', report: 'consumption', users: [reader] };
  const { id } = (await customer.call('POST', '/notification-scheduler', { body })).body.data;
  await customer.call('POST', `/notification-scheduler/${id}/send`);
  const [{ document_id: document }] = await rows('SELECT document_id FROM consumption_report');
  await emittingAsSystem(app.kit, app.kit.db, (context) =>
    emit(context, 'print.finished', { id: document, fileId: null }),
  );
  expect(await rows('SELECT attachments FROM mail_outbox')).toEqual([{ attachments: null }]);
});
