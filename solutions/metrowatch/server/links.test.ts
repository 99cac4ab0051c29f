import { createHash, createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { TestLock } from './locks/test-lock.ts';

let app: Rasid;
let customer: TestPerson;
let door: TestDevice;
let padlock: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  door = await testDevice(app, customer, 'hardwareId=1101', '/metrowatch');
  padlock = await testDevice(app, customer, 'hardwareId=1201', '/metrowatch');
  await new TestLock(door).connect();
});
afterAll(async () => {
  await Promise.all([door.end(), padlock.end()]);
  await app.close();
});

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  customer.call(method, `/metrowatch${path}`, body === undefined ? {} : { body });
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const give = (body: object) => call('POST', '/user-access', { deviceIds: [door.id], ...body });
const link = (more: object = {}) =>
  call('POST', '/access-token', { deviceId: door.id, kind: 'link', from: hours(-1), to: hours(1), ...more });
const pathOf = (made: { body: { data: { secrets: { links: { url: string }[] } } } }) =>
  `/metrowatch/access-token/public/${made.body.data.secrets.links[0]?.url.split('/').at(-1)}`;
const open = (path: string, body: object = {}) =>
  app.anonymous.call('POST', `${path}/unlock`, { body: { key: randomUUID(), ...body } });
const faults = ({ body }: { body: { errors?: Record<string, string>[] } }) =>
  (body.errors ?? []).map(({ param, msg }) => `${param} ${msg}`);

test('a link with a geofence opens only from within it, by a position that is exact enough', async () => {
  const shape = { kind: 'circle', center: { lat: 25.08, lng: 55.14 }, radius: 80 };
  const fence = (await customer.call('POST', '/geofence', { body: { name: 'Yard', description: '', shape } })).body
    .data;
  const path = pathOf(await link({ onlyInsideFence: fence.id, maxUses: 5 }));
  expect((await app.anonymous.call('GET', path)).body.data.needsPosition).toBe(true);
  const from = async (position?: object) => (await open(path, position ? { position } : {})).body.word;
  const inside = { lat: 25.0801, lng: 55.1401, accuracy: 20 };
  expect(await from()).toBe('link-needs-position');
  expect(await from({ ...inside, accuracy: 101 })).toBe('link-position-unsure');
  expect(await from({ ...inside, lat: 25.09 })).toBe('link-outside-fence');
  const log = (await call('GET', `/access-log?deviceId=${door.id}`)).body.data;
  expect(log.filter(({ reason }: { reason: string }) => reason === 'outside-fence')).toHaveLength(3);
  const opened = await open(path, { position: { ...inside, accuracy: 100 } });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
});

test('a link that is sent again is a new one; the old one no longer opens, and the history shows when', async () => {
  const holder = { name: 'Courier', email: 'courier@visitors.test' };
  const made = await link({ holder, maxUses: 1 });
  const { id } = made.body.data;
  const again = await call('POST', `/user-access/${id}/resend`, { notify: ['email'] });
  expect(again.status, JSON.stringify(again.body)).toBe(200);
  expect([again.body.data.secrets.pin, again.body.data.secrets.linkPin]).toEqual([null, null]);
  // From an address of its own: other tests request so many unknown links that theirs is throttled.
  const headers = { 'x-forwarded-for': '203.0.113.54' };
  expect((await app.anonymous.call('GET', pathOf(made), { headers })).status).toBe(404);
  expect((await app.anonymous.call('GET', pathOf(again))).body.data.state).toBe('ready');
  const { rows } = await app.kit.pool.query("SELECT text FROM mail_outbox WHERE recipient = 'courier@visitors.test'");
  const secret = again.body.data.secrets.links[0].url.split('/').at(-1);
  expect(rows.some(({ text }) => text.includes(secret))).toBe(true);
  const lines = (await call('GET', `/user-access/${id}/history`)).body.data;
  expect(lines.flatMap(({ changes }: { changes: { field: string }[] }) => changes.map(({ field }) => field))).toContain(
    'renewedAt',
  );
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test('only the link of a grant that still opens can be sent again', async () => {
  const ended = (await link({ maxUses: 1 })).body.data.id;
  await call('DELETE', `/user-access/${ended}`);
  expect((await call('POST', `/user-access/${ended}/resend`, {})).body.word).toBe('grant-ended');
  const pin = await give({ mode: 'public-temporary', methods: ['pin'], from: hours(-1), to: hours(1), maxUses: 5 });
  expect((await call('POST', `/user-access/${pin.body.data.id}/resend`, {})).body.word).toBe('grant-without-link');
  const nameless = (await link({ maxUses: 1 })).body.data.id;
  expect(faults(await call('POST', `/user-access/${nameless}/resend`, { notify: ['email'] }))).toEqual([
    'notify phoneOrEmail',
  ]);
});

test('a link whose geofence is gone opens nothing', async () => {
  const shape = { kind: 'circle', center: { lat: 25.08, lng: 55.14 }, radius: 80 };
  const fence = (await customer.call('POST', '/geofence', { body: { name: 'Gone', description: '', shape } })).body
    .data;
  const path = pathOf(await link({ onlyInsideFence: fence.id }));
  await customer.call('DELETE', `/geofence/${fence.id}`);
  const asked = await open(path, { position: { lat: 25.08, lng: 55.14, accuracy: 5 } });
  expect([asked.status, asked.body.word]).toEqual([403, 'link-outside-fence']);
});

test('a geofence of another company, or one without a link, is refused under its field', async () => {
  const other = await app.signIn('other@rasid.test');
  const shape = { kind: 'circle', center: { lat: 25, lng: 55 }, radius: 80 };
  const theirs = (await other.call('POST', '/geofence', { body: { name: 'Theirs', description: '', shape } })).body
    .data;
  expect(faults(await link({ onlyInsideFence: theirs.id }))).toEqual(['onlyInsideFence notFound']);
  expect(faults(await link({ kind: 'pin', onlyInsideFence: theirs.id }))).toEqual(['onlyInsideFence methodOfMode']);
});

test('a new link is sent to its holder by mail and text message, without its number', async () => {
  const holder = { name: 'Sara Haddad', email: 'sara@visitors.test', phone: '+971501234567' };
  const made = await link({ holder, notify: ['email', 'sms'], needsPin: true });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { links, linkPin } = made.body.data.secrets;
  const mails = await app.kit.pool.query("SELECT text FROM mail_outbox WHERE recipient = 'sara@visitors.test'");
  const messages = await app.kit.pool.query("SELECT text FROM sms_outbox WHERE recipient = '+971501234567'");
  for (const { rows } of [mails, messages]) {
    expect(rows).toHaveLength(1);
    expect(rows[0].text).toContain(links[0].url);
    expect(rows[0].text).not.toContain(` ${linkPin} `);
  }
  expect(faults(await link({ holder: { name: 'Omar', email: 'omar@visitors.test' }, notify: ['sms'] }))).toEqual([
    'notify phoneOrEmail',
  ]);
  expect(faults(await link({ notify: ['email'] }))).toEqual(['holder Required']);
});

describe('links to strangers', () => {
  const units = (remaining: number) =>
    app.kit.pool.query("UPDATE com_package SET remaining = $1, total = $1 WHERE kind = 'sms'", [remaining]);
  const companiesWithoutUnits = async () =>
    (await app.kit.pool.query("SELECT FROM com_package WHERE kind = 'sms' AND remaining = 0")).rowCount;
  const text = (phone: string) => link({ holder: { name: 'Visitor', phone }, notify: ['sms'] });
  const refusal = async (reply: ReturnType<typeof link>) => {
    const { status, body } = await reply;
    return [status, body.word];
  };

  test('a text message costs the company one of its units, and none is sent without', async () => {
    await units(1);
    expect((await text('+971501230001')).status).toBe(201);
    expect(await companiesWithoutUnits()).toBe(1);
    expect(await refusal(text('+971501230001'))).toEqual([409, 'no-sms-units']);
    const sent = await app.kit.pool.query("SELECT FROM sms_outbox WHERE recipient = '+971501230001'");
    expect(sent.rowCount).toBe(1);
  });

  test('a number gets five text messages a day, also if they are requested at once', async () => {
    await units(100);
    const replies = await Promise.all(Array.from({ length: 8 }, () => text('+971501230002')));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
  });

  test('a number of a country that the installation does not serve gets no text message', async () => {
    expect(await refusal(text('+23276123456'))).toEqual([422, 'sms-country']);
  });

  test('an address gets ten mails a day, including links that are sent again', async () => {
    const holder = { name: 'Visitor', email: 'flooded@visitors.test' };
    const { id } = (await link({ holder, notify: ['email'] })).body.data;
    const again = () => call('POST', `/user-access/${id}/resend`, { notify: ['email'] });
    for (let sent = 1; sent < 10; sent++) expect((await again()).status).toBe(200);
    expect(await refusal(again())).toEqual([429, 'recipient-quota']);
    expect(await refusal(link({ holder, notify: ['email'] }))).toEqual([429, 'recipient-quota']);
  });

  test('no name that a stranger reads contains a web address', async () => {
    const publicName = 'Parcel held: pay at evil.example/p';
    expect(faults(await link({ publicName }))).toEqual(['publicName linkFreeName']);
    const holder = { name: 'evil-pay.com', email: 'named@visitors.test' };
    expect(faults(await link({ holder }))).toEqual(['holder.name linkFreeName']);
    expect(faults(await call('PATCH', `/device/${door.id}/details`, { publicName }))).toEqual([
      'publicName linkFreeName',
    ]);
  });

  test('a device whose name contains a web address is called a lock', async () => {
    await app.kit.pool.query("UPDATE device SET name = 'pay at evil.example/p' WHERE id = $1", [padlock.id]);
    const holder = { name: 'Visitor', email: 'unnamed@visitors.test' };
    await link({ deviceId: padlock.id, holder, notify: ['email'] });
    const mails = await app.kit.pool.query("SELECT text FROM mail_outbox WHERE recipient = 'unnamed@visitors.test'");
    expect(mails.rows[0].text).toContain('Open \u2068a lock\u2069');
    expect(mails.rows[0].text).not.toContain('evil');
  });
});

test('twenty refusals of a link in a day are reported once to the person who gave it', async () => {
  const made = await link({ maxUses: 5, from: hours(1), to: hours(2) });
  const path = pathOf(made);
  const { id } = made.body.data;
  const notices = async () =>
    (await customer.call('GET', '/notice')).body.data.filter(({ path: to }: { path: string }) =>
      to.endsWith(`?grant=${id}`),
    );
  const refuse = (count: number) =>
    app.kit.pool.query(
      `INSERT INTO lock_log (company_id, app, device_id, time, action, result, reason, method, grant_id)
       SELECT g.company_id, g.app, $2, now(), 'denied', 'denied', 'outside-hours', 'link', g.id FROM access_grant g, generate_series(1, $3::integer) WHERE g.id = $1`,
      [id, door.id, count],
    );
  await refuse(18);
  await open(path);
  expect(await notices()).toHaveLength(0);
  await open(path);
  await open(path);
  expect(await notices()).toMatchObject([{ kind: 'access' }]);
});

test('a lock accepts neither its last three passwords nor the end of its serial number', async () => {
  const set = async (password: string) => faults(await call('PATCH', `/device/${door.id}/password`, { password }));
  for (const password of ['738246', '592714', '846137', '264857'])
    expect([password, await set(password)]).toEqual([password, []]);
  for (const password of ['592714', '846137', '264857'])
    expect([password, await set(password)]).toEqual([password, ['password weakCode']]);
  expect(await set('738246')).toEqual([]);
  await app.kit.pool.query("UPDATE device SET serial = 'XX385261' WHERE id = $1", [door.id]);
  expect(await set('385261')).toEqual(['password weakCode']);
});

test('a padlock remembers its passwords too', async () => {
  const set = async (password: string) =>
    faults(await call('PATCH', `/device/${padlock.id}/elock/set-password`, { password }));
  expect([await set('738246'), await set('738246')]).toEqual([[], ['password weakCode']]);
});

test('a lock shows what it locks: an asset of its own company', async () => {
  const assetOf = async (person: TestPerson) => {
    const { id } = (await person.call('GET', '/session')).body.data.company;
    return (await person.call('GET', `/company/${id}/asset?limit=1`)).body.data[0];
  };
  const asset = await assetOf(customer);
  const said = await call('PATCH', `/device/${door.id}/details`, { assetId: asset.id, publicName: 'Yard gate' });
  expect(said.body.data).toMatchObject({ assetId: asset.id, asset: { name: asset.name }, publicName: 'Yard gate' });
  const kept = await call('PATCH', `/device/${door.id}/details`, { note: 'Push hard' });
  expect(kept.body.data).toMatchObject({ assetId: asset.id, publicName: 'Yard gate', note: 'Push hard' });
  const { rows } = await app.kit.pool.query(
    "INSERT INTO asset (company_id, name, type, structure_id) SELECT c.company_id, 'Theirs', a.type, c.id FROM asset a, structure c WHERE a.id = $1 AND c.company_id <> a.company_id LIMIT 1 RETURNING id",
    [asset.id],
  );
  const [theirs] = rows;
  expect(faults(await call('PATCH', `/device/${door.id}/details`, { assetId: theirs.id }))).toEqual([
    'assetId notFound',
  ]);
  expect((await call('PATCH', `/device/${door.id}/details`, { assetId: null })).body.data.asset).toBeNull();
});

test('the links of a lock show the name that people without an account read', async () => {
  const path = pathOf(await link());
  const shown = (await app.anonymous.call('GET', path)).body.data;
  expect([shown.lock.name, shown.needsPosition]).toEqual(['Yard gate', false]);
});

const hourOf = (count: number) => new Date(Math.floor(Date.now() / 3_600_000 + count) * 3_600_000).toISOString();
const offline = (more: object = {}) =>
  call('POST', `/device/${door.id}/offline-code`, {
    type: 'timed',
    from: hourOf(1),
    to: hourOf(3),
    understood: true,
    ...more,
  });

test('an offline code is the one that the lock computes itself from their common secret', async () => {
  const made = await offline();
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const key = createHash('sha256').update(door.secret).digest();
  const seed = createHmac('sha256', key).update('offline codes').digest();
  const bytes = createHmac('sha256', seed)
    .update(['timed', Date.parse(hourOf(1)) / 3_600_000, 2, 0].join(' '))
    .digest();
  expect(made.body.data.secrets.pin).toBe(String(bytes.readUIntBE(0, 6) % 1_000_000_000).padStart(9, '0'));
  expect([made.body.data.from, made.body.data.to]).toEqual([hourOf(1), hourOf(3)]);
});

test('the time of an offline code must not be over', async () => {
  expect(faults(await offline({ from: hourOf(-3), to: hourOf(-1) }))).toEqual(['to inThePast']);
  expect((await offline({ from: hourOf(-3), to: hourOf(1) })).status).toBe(201);
});

test('an offline code is made only after a confirmation that it stays valid, and it cannot be revoked', async () => {
  expect(faults(await offline({ understood: false }))).toEqual(['understood Required']);
  const { id, credentials } = (await offline({ type: 'once' })).body.data;
  const revoked = await call('DELETE', `/user-access/${id}`);
  expect([revoked.status, revoked.body.code]).toEqual([409, '03020412']);
  expect((await call('POST', `/access-token/${credentials[0].id}/deactivate`)).body.code).toBe('03020412');
  expect((await call('POST', `/access-token/${credentials[0].id}/block`)).body.code).toBe('03020412');
});

test('a lock has three offline codes of a kind and window, all different, and only models that compute them have any', async () => {
  const window = { from: hourOf(30), to: hourOf(31) };
  const codes: string[] = [];
  for (let n = 0; n < 3; n++) codes.push((await offline(window)).body.data.secrets.pin);
  expect(new Set(codes).size).toBe(3);
  expect((await offline(window)).body.word).toBe('offline-codes-used-up');
  expect((await offline({ ...window, type: 'once' })).status).toBe(201);
  const body = { type: 'once', from: hourOf(1), to: hourOf(2), understood: true };
  expect((await call('POST', `/device/${padlock.id}/offline-code`, body)).status).toBe(404);
});

test('several grants are blocked, extended and ended at once, and a refusal concerns only its own grant', async () => {
  const made = [await link({ maxUses: 5 }), await link({ maxUses: 5 })].map(({ body }) => body.data.id as number);
  const stays = (await offline({ from: hourOf(50), to: hourOf(51) })).body.data.id as number;
  const change = async (more: object) =>
    (await call('POST', '/user-access/change', { grantIds: [...made, stays], ...more })).body.data;
  const refused = [{ id: stays, word: 'offline-code-stays' }];
  const grants = () => Promise.all(made.map(async (id) => (await call('GET', `/user-access/${id}`)).body.data));
  expect(await change({ change: 'block' })).toEqual({ changed: made, refused });
  expect((await grants()).every(({ credentials }) => credentials[0].status === 'blocked')).toBe(true);
  await change({ change: 'unblock' });
  const to = hours(5);
  expect(await change({ change: 'extend', to })).toEqual({ changed: made, refused });
  expect((await grants()).map((grant) => [grant.to, grant.credentials[0].status])).toEqual([
    [to, 'active'],
    [to, 'active'],
  ]);
  // Longer than a temporary access may last.
  const far = await change({ change: 'extend', to: hours(91 * 24) });
  expect([far.changed, far.refused.map(({ id }: { id: number }) => id)]).toEqual([[], [...made, stays]]);
  expect(await change({ change: 'deactivate' })).toEqual({ changed: made, refused });
  expect((await grants()).map(({ endReason }) => endReason)).toEqual(['revoked', 'revoked']);
  for (const more of [{ change: 'extend', to: hours(9) }, { change: 'block' }, { change: 'unblock' }])
    expect([more, (await change(more)).refused.slice(0, 2)]).toEqual([
      more,
      made.map((id) => ({ id, word: 'grant-ended' })),
    ]);
});

test('a person who may give access at one site cannot extend a grant that also opens a lock of another', async () => {
  const [{ structure_id: site }, elsewhere] = (
    await app.kit.pool.query('SELECT structure_id FROM device WHERE id = ANY ($1) ORDER BY id = $2 DESC', [
      [door.id, padlock.id],
      door.id,
    ])
  ).rows;
  expect(elsewhere.structure_id).not.toBe(site);
  const operator = await app.signIn('operator@rasid.test');
  const { id: operatorId } = (await operator.call('GET', '/session')).body.data.user;
  await app.kit.pool.query('DELETE FROM permission_group_member WHERE user_id = $1', [operatorId]);
  const permissions = { access: ['read', 'create'] };
  await call('POST', '/permissions-group', { name: 'One site', users: [operatorId], resources: [site], permissions });
  const temporary = { mode: 'public-temporary', methods: ['link'], from: hours(-1), to: hours(1), maxUses: 5 };
  const extended = async (deviceIds: number[]) => {
    const made = await give({ ...temporary, deviceIds });
    const { id } = made.body.data;
    return operator.call('PATCH', `/metrowatch/user-access/${id}`, { body: { to: hours(2) } });
  };
  expect((await extended([door.id])).status).toBe(200);
  expect(faults(await extended([door.id, padlock.id]))).toEqual(['deviceIds notFound']);
});
