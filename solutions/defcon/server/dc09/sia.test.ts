import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem, systemScope } from '#platform/server/postgres/database.ts';
import type { SiaAccountInput } from '../../common/sia.ts';
import { removeSiaAccount, setSiaAccount, siaAccountOf } from './accounts.ts';
import { Claims, forgetMessages } from './claims.ts';
import { siaPortOf } from './index.ts';
import { frameOf, type PanelLine, panelLine, panelWith, type Sent } from './panel.fixture.ts';
import { recordTrouble } from './troubles.ts';

const key = Buffer.from('AAAAAAAAAAAAAAAA');
let app: Rasid;
let customer: TestPerson;
let company = 0;
let panels: number[] = [];
let line: PanelLine;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  const changed = await app.kit.pool.query(
    `UPDATE device SET app = 'defcon', hardware_id = 2101, solution_id = 21 WHERE id IN (
       SELECT id FROM device WHERE company_id = $1 AND app = 'sample' AND state = 'installed' AND has_token ORDER BY id LIMIT 3) RETURNING id`,
    [company],
  );
  panels = changed.rows.map(({ id }) => id as number);
  await setAccount(0, { account: '1234', key: 'AAAAAAAAAAAAAAAA', keyForm: 'text' });
  line = await panelLine(siaPortOf(app.kit) ?? 0);
});
afterAll(async () => {
  await line.end();
  await app.close();
});

async function setAccount(panel: number, input: SiaAccountInput): Promise<void> {
  const device = { id: panels[panel] ?? 0, companyId: company };
  await inSystem(app.kit.db, (tx) => setSiaAccount(app.kit, { tx, scope: systemScope, device }, input));
  app.kit.signals.send('device.changed', { id: device.id });
}

const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await app.kit.pool.query(text, values)).rows as Row[];
type Stored = { key: string; data: Record<string, unknown>; time: string; received_at: string };
const events = (panel = 0) =>
  rows<Stored>('SELECT key, data, time, received_at FROM device_event WHERE device_id = $1 ORDER BY received_at, key', [
    panels[panel],
  ]);
/** Whatever has no answer is followed by a message that has one. */
let next = 1;
async function send(sent: Sent): Promise<string> {
  line.send(frameOf(sent));
  return line.reply();
}
const sequence = () => String(next++).padStart(4, '0');
const silently = async (sent: Sent) => {
  line.send(frameOf(sent));
  expect(await send({ token: 'NULL', sequence: '0000', data: '' })).toBe('"ACK"0000L0#1234[]');
};

test('a signal is acknowledged once its event is in the database, with all that it says', async () => {
  const before = Date.now();
  const time = Math.floor(before / 1000) * 1000 - 5000;
  const sent = { sequence: sequence(), time, extended: '[M0026B9E4268B][K00]', line: 'L2' };
  expect(await send({ ...sent, data: '#1234|Nri1/BA3^T\xfcr^/TA4' })).toBe('"ACK"0001L2#1234[]');
  const stored = await events();
  expect(stored.map(({ data }) => data)).toEqual([
    {
      ...{ code: 'BA', q: 'new', group: 1, zone: 3, text: 'Tür', source: 'sia', seq: '0001', line: '2' },
      ...{ extended: { M: '0026B9E4268B' }, raw: 'SIA-DCS Nri1/BA3^Tür^/TA4' },
    },
    expect.objectContaining({ code: 'TA', group: 1, zone: 4 }),
  ]);
  expect(stored.map((one) => Date.parse(one.time))).toEqual([time, time]);
  expect(await send({ sequence: sequence(), token: 'ADM-CID', data: '#1234|3401 01 007' })).toMatch(/^"ACK"/);
  const [, , arming] = await events();
  expect(arming?.data).toMatchObject({ contactId: '401', q: 'restore', group: 1, user: 7, clock: 'unknown' });
  expect(Date.parse(arming?.received_at ?? '')).toBeGreaterThanOrEqual(before);
});

test('the same sequence and content is stored once within a day and 5,000 messages, another content always', async () => {
  const one = { sequence: sequence(), data: '#1234|Nri1/BA10' };
  const count = async () => (await events()).length;
  const before = await count();
  // The time and the pad of a message that is sent again are others.
  for (const more of [{}, { time: Date.now() }, { time: Date.now() - 5000, key }, { time: Date.now(), key, pad: 'x' }])
    expect(await send({ ...one, ...more })).toMatch(/^"\*?ACK"/);
  expect(await count()).toBe(before + 1);
  await send({ ...one, data: '#1234|Nri1/BA11' });
  await send({ ...one, sequence: sequence() });
  expect(await count()).toBe(before + 3);

  await app.kit.pool.query("UPDATE defcon_sia_message SET at = at - interval '24 hours'");
  await send(one);
  await send(one);
  expect(await count()).toBe(before + 4);

  const claims = new Claims(app.kit);
  const at = Date.now();
  const claim = (hours: number, name = 'k') =>
    claims.claim({ deviceId: panels[2] ?? 0, companyId: company, key: name, at: at + hours * 3_600_000, address: '' });
  expect(await Promise.all([claim(0), claim(0)])).toMatchObject([{ isKnown: false }, { isKnown: true }]);
  expect(await claim(23.9)).toMatchObject({ at, isKnown: true });
  expect(await claim(24)).toMatchObject({ at: at + 24 * 3_600_000, isKnown: false });
  const taken = (more: number) => app.kit.pool.query('UPDATE defcon_sia_state SET taken = taken + $1', [more]);
  await taken(4990);
  expect(await claim(24.1)).toMatchObject({ isKnown: true });
  await taken(20);
  expect(await claim(24.2)).toMatchObject({ isKnown: false });

  await app.kit.pool.query("UPDATE defcon_sia_message SET at = now() - interval '26 hours' WHERE device_id <> $1", [
    panels[2],
  ]);
  await forgetMessages(app.kit);
  expect(await rows('SELECT DISTINCT device_id AS id FROM defcon_sia_message')).toEqual([{ id: panels[2] }]);
});

test('a signal that cannot be stored is not acknowledged, and is stored once when it is sent again', async () => {
  const { pool } = app.kit;
  const before = (await events()).length;
  const lost = { sequence: sequence(), data: '#1234|Nri1/BA20' };
  const warning = async () => (await app.http.inject('/ready')).json().warning as string | undefined;
  await pool.query('ALTER TABLE device_event RENAME TO device_event_gone');
  try {
    line.send(frameOf(lost));
    await eventually(warning, (said) => said?.includes('alarm panels cannot be stored') ?? false);
  } finally {
    await pool.query('ALTER TABLE device_event_gone RENAME TO device_event');
  }
  // Its time had been given to it already.
  expect(await rows('SELECT FROM defcon_sia_message WHERE key LIKE $1', [`${lost.sequence} %`])).toHaveLength(1);
  for (let n = 0; n < 2; n++) expect(await send(lost)).toBe(`"ACK"${lost.sequence}L0#1234[]`);
  expect(await events()).toHaveLength(before + 1);
});

test('a sign of life brings a panel back online', async () => {
  await setAccount(2, { account: '00ab' });
  await app.kit.pool.query(
    `INSERT INTO device_state (device_id, last_message_at, silent_until, online) VALUES ($1, now() - interval '1 day', now() - interval '1 day', false)
     ON CONFLICT (device_id) DO UPDATE SET last_message_at = excluded.last_message_at, silent_until = excluded.silent_until, online = false`,
    [panels[2]],
  );
  expect(await send({ token: 'NULL', sequence: '0000', data: '', account: '#AB' })).toBe('"ACK"0000L0#AB[]');
  const state = await rows(
    "SELECT online, last_message_at > now() - interval '1 minute' AS heard FROM device_state WHERE device_id = $1",
    [panels[2]],
  );
  expect([state, await events(2)]).toEqual([[{ online: true, heard: true }], []]);
});

test('wrong keys and plain messages of a panel that must encrypt are recorded, and change nothing', async () => {
  await setAccount(1, { account: 'foc7688', key: '4a'.repeat(32), keyForm: 'hex', encryption: 'required' });
  const [, id = 0] = panels;
  await silently({ account: '#FOC7688', data: '|Nri1/OP1' });
  await silently({ account: '#FOC7688', data: '|Nri1/OP1', key, time: Date.now() });
  const troubles = () =>
    rows<{ kind: string; count: number }>(
      'SELECT kind, count FROM defcon_sia_trouble WHERE device_id = $1 ORDER BY 1',
      [id],
    );
  expect(await troubles()).toEqual([
    { kind: 'unencrypted', count: 1 },
    { kind: 'wrong-key', count: 1 },
  ]);
  expect(await events(1)).toEqual([]);
  const right = { account: '#FOC7688', data: '#0FOC7688|Nri1/BA3', key: Buffer.alloc(32, 0x4a), time: Date.now() };
  expect(await send(right)).toMatch(/^"\*ACK"0001L0#FOC7688/);
  expect(await events(1)).toHaveLength(1);
  // An alarm about it is raised in the same transaction, at most once a minute.
  const panel = panelWith({ deviceId: id, companyId: company });
  const report = recordTrouble(
    app.kit,
    panel,
    { kind: 'wrong-key', address: '::1', at: Date.now() + 61_000 },
    async () => {
      throw new Error('the alarm was not raised');
    },
  );
  await expect(report).rejects.toThrow('not raised');
  expect((await troubles())[1]?.count).toBe(1);
});

test('what is not understood becomes a refused message of the panel', async () => {
  expect(await send({ token: 'SIA-PUL', sequence: '0002' })).toBe('"DUH"0002L0#1234[]');
  const list = await customer.call('GET', `/telemetry/dead-letter?deviceId=${panels[0]}&limit=5`);
  expect(list.body.data[0]).toMatchObject({ topic: 'sia-dc09', reasons: [{ param: 'token', msg: 'unknown-message' }] });
});

test('unknown accounts get no answer, and only Super Admins see them', async () => {
  for (const account of ['#00C0FFEE', '#c0ffee']) await silently({ account });
  const admin = await app.signIn('super@rasid.test');
  const list = await eventually(
    async () => (await admin.call('GET', '/defcon/sia/unknown')).body.data as object[],
    (found) => found.length > 0,
  );
  expect(list).toMatchObject([{ account: 'C0FFEE', token: 'SIA-DCS', address: expect.stringContaining('127.0.0.1') }]);
  expect((await customer.call('GET', '/defcon/sia/unknown')).status).toBe(403);
  await setAccount(1, { account: 'c0ffee', encryption: 'optional' });
  expect(await send({ account: '#C0FFEE' })).toMatch(/^"ACK"/);
});

test('an account belongs to one panel, and its key is sealed and never in a log', async () => {
  await expect(setAccount(1, { account: '001234' })).rejects.toMatchObject({ word: 'sia-account-taken' });
  for (const input of [
    { account: 'x77', key: '4a'.repeat(15), keyForm: 'hex' },
    { account: 'x77', key: 'short', keyForm: 'text' },
    { account: 'x77', keyForm: 'text' },
    { account: 'x77', key: null, encryption: 'required' },
  ] as const)
    await expect(setAccount(1, input)).rejects.toMatchObject({ errors: [{ param: 'key', msg: 'siaKey' }] });
  await setAccount(1, { account: 'x77', key: 'B'.repeat(16), keyForm: 'text', encryption: 'required' });
  const stored = await inSystem(app.kit.db, (tx) => siaAccountOf(tx, panels[1] ?? 0));
  expect(stored).toEqual({
    ...{ account: 'x77', port: null, encryption: 'required', keyForm: 'text', clock: 'utc', refusesPlainTime: false },
  });
  const logged = await rows<{ text: string }>(
    `SELECT change_log::text AS text FROM change_log WHERE table_name = 'defcon_sia_account'`,
  );
  expect(logged.length).toBeGreaterThan(3);
  for (const { text } of logged) expect(text).not.toContain('sealed');
  // The next message is read with the new key; a suspended panel is nobody's.
  expect(await send({ account: '#X77', key: Buffer.alloc(16, 'B'), time: Date.now(), data: '|Nri1/BA3' })).toMatch(
    /ACK/,
  );
  await app.kit.pool.query('UPDATE device SET suspended = true WHERE id = $1', [panels[1]]);
  app.kit.signals.send('device.changed', { id: panels[1] ?? 0 });
  await silently({ account: '#X77', key: Buffer.alloc(16, 'B'), time: Date.now() });
  await inSystem(app.kit.db, (tx) => removeSiaAccount(tx, panels[1] ?? 0));
});

test('a panel whose clock is that of its site is read by it', async () => {
  await setAccount(0, { account: '1234', clock: 'local' });
  const time = Math.floor(Date.now() / 1000) * 1000 - 60_000;
  // Dubai is four hours ahead of UTC.
  expect(await send({ sequence: sequence(), time: time + 4 * 3_600_000, data: '#1234|Nri1/BA30' })).toMatch(/ACK/);
  const found = (await events()).find(({ data }) => data.zone === 30);
  expect(Date.parse(found?.time ?? '')).toBe(time);
  expect(found?.data.clock).toBeUndefined();
});
