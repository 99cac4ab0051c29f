import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contractDues } from '#core/accounts/server/api.ts';
import { addTokens } from '#core/subscriptions/server/api.ts';
import {
  admin,
  app,
  customer,
  ids,
  integrator,
  lastMail,
  mails,
  qasr,
  refused,
  withCompanies,
} from '#main/testing/test-companies.ts';
import type { TestPerson } from '#main/testing.ts';
import { doDue } from '#platform/server/due.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { AllocationOutcome, DeviceRequest, DeviceRequestDetail } from '../common/device-request.ts';

withCompanies();

const tankModel = 90101;
let tank: number;
let meter: number;
let months: number;
let viewer: TestPerson;
let operator: TestPerson;
beforeAll(async () => {
  const { rows } = await app.kit.pool.query(
    "SELECT id, sku FROM market_product WHERE sku IN ('SAMPLE-TANK', 'SAMPLE-METER', 'SAMPLE-TOKEN-12')",
  );
  const idOf = (sku: string): number => rows.find((row) => row.sku === sku).id;
  [tank, meter, months] = [idOf('SAMPLE-TANK'), idOf('SAMPLE-METER'), idOf('SAMPLE-TOKEN-12')];
  [viewer, operator] = await Promise.all(
    ['viewer', 'operator'].map((name) => app.signIn(`${name}@rasid.test`)) as [
      Promise<TestPerson>,
      Promise<TestPerson>,
    ],
  );
  await app.kit.pool.query(
    "INSERT INTO company_app (company_id, app_id) VALUES ($1, 'sample') ON CONFLICT DO NOTHING",
    [ids.najm],
  );
});
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM mail_outbox');
  // The number of requests of a company per day is limited.
  await app.kit.pool.query("UPDATE company_request SET created_at = created_at - interval '2 days'");
  await app.kit.pool.query("UPDATE device SET state = 'removed' WHERE company_id = $1 AND state = 'inventory'", [
    ids.najm,
  ]);
});

const lines = (...all: [number, number][]) => all.map(([productId, qty]) => ({ productId, qty }));
const send = (body: object = { lines: lines([tank, 2]) }, who = customer) =>
  who.call('POST', '/device-request', { body });
const ask = async (body?: object): Promise<DeviceRequest> => {
  const reply = await send(body);
  expect([reply.status, reply.body]).toMatchObject([201, {}]);
  return reply.body.data;
};
const get = async ({ uuid }: { uuid: string }, who = customer): Promise<DeviceRequestDetail> =>
  (await who.call('GET', `/device-request/${uuid}`)).body.data;
const change = (who: TestPerson, { uuid }: { uuid: string }, action: string, body: object = {}) =>
  who.call('PATCH', `/device-request/${uuid}`, { body: { action, ...body } });
const accepted = async (body?: object): Promise<DeviceRequest> => {
  const request = await ask(body);
  expect((await change(integrator, request, 'accept')).status).toBe(200);
  return request;
};
let count = 0;
const serialOf = (n: number) => `70B3D5CD${n.toString(16).toUpperCase().padStart(4, '0')}`;
const stock = async (hardwareId = tankModel): Promise<{ id: number; serial: string }> => {
  const serial = serialOf(++count);
  const reply = await integrator.call('POST', '/sample/device', { body: { serial, hardwareId } });
  expect(reply.status).toBe(201);
  return reply.body.data;
};
const outcomesOf = (reply: { body: { data: { outcomes: AllocationOutcome[] } } }) =>
  reply.body.data.outcomes.map(({ item, error }) => [item, error]);
/** The request between the companies, as the customer reads it. */
const between = async (request: DeviceRequest) => {
  const { rows } = await app.kit.pool.query('SELECT request_id FROM device_request WHERE uuid = $1', [request.uuid]);
  return (await customer.call('GET', `/company/${ids.reem}/request/${rows[0].request_id}`)).body.data;
};

describe('a device request', () => {
  test('goes to the integrator of the company, and is a request between the two', async () => {
    const request = await ask({ lines: lines([tank, 2], [months, 3]), note: 'For the roof', neededBy: '2027-03-01' });
    expect(request).toMatchObject({
      number: expect.stringMatching(/^DR-\d{6}$/),
      integrator: { id: ids.najm },
      state: 'pending',
      side: 'customer',
      allowed: ['cancel'],
      neededBy: '2027-03-01',
      lines: [
        { productId: tank, name: 'Tank 1', kind: 'device', drawing: 'tank', qty: 2, allocated: 0 },
        { productId: months, kind: 'tokenPackage', qty: 3 },
      ],
    });
    expect(await between(request)).toMatchObject({
      type: 'Device',
      status: 'pending',
      message: '2 × Tank 1\n3 × Subscription 12 months\nFor the roof',
      decidedElsewhere: true,
      allowed: [],
    });
    expect(JSON.stringify(request)).not.toContain('price');
    expect(await lastMail('integrator@rasid.test')).toMatchObject({
      subject: expect.stringContaining('New device request from'),
    });
  });

  test('names products that are sold for themselves, each once, from an integrator that serves the company', async () => {
    const hidden = (await app.kit.pool.query("SELECT id FROM market_product WHERE sku = 'SAMPLE-SHELTER'")).rows[0].id;
    for (const productId of [hidden, 999_999_999]) {
      const reply = await send({ lines: lines([tank, 1], [productId, 1]) });
      expect([reply.status, reply.body.errors]).toEqual([418, [{ param: 'lines.1.productId', msg: 'notFound' }]]);
    }
    const twice = await send({ lines: lines([tank, 1], [tank, 2]) });
    expect(twice.body.errors).toEqual([{ param: 'lines', msg: 'twiceInList' }]);
    expect(refused(await send(undefined, qasr))).toEqual([409, 'no-integrator']);
    expect((await send(undefined, viewer)).status).toBe(403);
    expect((await send(undefined, operator)).status).toBe(201);
  });

  test('is seen by the customer, its integrator and the platform, and by nobody else', async () => {
    const request = await ask();
    for (const [who, side] of [
      [customer, 'customer'],
      [viewer, 'customer'],
      [integrator, 'integrator'],
      [admin, 'platform'],
    ] as const)
      expect(await get(request, who)).toMatchObject({ id: request.id, side });
    expect(refused(await qasr.call('GET', `/device-request/${request.uuid}`))).toEqual([404, 'not-found']);
    expect(refused(await change(qasr, request, 'cancel'))).toEqual([404, 'not-found']);
    const seen = (await qasr.call('GET', '/device-request')).body.data as DeviceRequest[];
    expect(seen.map(({ id }) => id)).not.toContain(request.id);
    expect(refused(await change(admin, request, 'accept'))).toEqual([403, 'no-permission']);
    const finance = await app.signIn('finance@rasid.test');
    expect((await finance.call('GET', '/device-request')).status).toBe(403);
  });

  test('is accepted or rejected by the integrator and cancelled by the customer, and the request between them agrees', async () => {
    for (const [who, action, state, status] of [
      [integrator, 'accept', 'accepted', 'engaged'],
      [integrator, 'reject', 'rejected', 'rejected'],
      [customer, 'cancel', 'cancelled', 'cancelled'],
    ] as const) {
      const request = await ask();
      const other = who === customer ? integrator : customer;
      expect(refused(await change(other, request, action, { reason: 'Sold out' }))).toEqual([403, 'no-permission']);
      expect((await change(who, request, action, { reason: 'Sold out' })).body.data).toMatchObject({ state });
      expect(await between(request)).toMatchObject({ status, allowed: [] });
      const again = await change(who, request, action, { reason: 'Sold out' });
      expect([again.status, again.body.word, again.body.code]).toEqual([409, 'request-decided', '20080001']);
    }
  });

  test('is not rejected without a reason, which the customer reads', async () => {
    const request = await ask();
    const bare = await change(integrator, request, 'reject');
    expect(bare.body.errors).toEqual([{ param: 'reason', msg: 'Required' }]);
    await change(integrator, request, 'reject', { reason: 'The model is discontinued.' });
    expect((await get(request)).reason).toBe('The model is discontinued.');
    expect((await lastMail('customer@rasid.test')).text).toContain('The model is discontinued.');
  });

  test('is only assigned to people of the integrator', async () => {
    const request = await ask();
    const people = (await integrator.call('GET', `/device-request/${request.uuid}/assignee`)).body.data;
    const changed = await change(integrator, request, 'assign', { assigneeId: people[0].id });
    expect(changed.body.data.assignee).toEqual(people[0]);
    const stranger = (await customer.call('GET', '/session')).body.data.session.user.id;
    const refusal = await change(integrator, request, 'assign', { assigneeId: stranger });
    expect(refusal.body.errors).toEqual([{ param: 'assigneeId', msg: 'notFound' }]);
    expect(refused(await customer.call('GET', `/device-request/${request.uuid}/assignee`))).toEqual([
      403,
      'no-permission',
    ]);
  });

  test('counts as a request of the day between the two companies', async () => {
    const replies = [];
    for (let n = 0; n < 6; n += 1) replies.push(await send({ lines: lines([tank, 1]) }));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
  });
});

describe('allocation', () => {
  test('gives devices of the stock to the customer until the request is fulfilled', async () => {
    const request = await accepted({ lines: lines([tank, 2], [months, 1]) });
    const [first, second] = [await stock(), await stock()];
    expect((await get(request, integrator)).inStock).toMatchObject({ [tank]: 2 });
    expect((await get(request)).inStock).toBeNull();
    const picked = await change(integrator, request, 'allocate', { deviceIds: [first.id] });
    expect(picked.body.data).toMatchObject({ state: 'in-progress', outcomes: [{ state: 'done', error: null }] });
    expect(picked.body.data.allowed).toEqual(['reject', 'allocate', 'order', 'assign']);
    expect(refused(await change(customer, request, 'cancel'))).toEqual([409, 'request-decided']);
    const scanned = await change(integrator, request, 'allocate', {
      serials: [second.serial.toLowerCase().replaceAll(/(..)(?=.)/g, '$1:')],
    });
    expect(scanned.body.data.outcomes).toMatchObject([{ state: 'done' }]);
    const owned = (await customer.call('GET', `/sample/device?search=${second.serial}`)).body.data;
    expect(owned).toMatchObject([{ serial: second.serial, state: 'inventory' }]);
    const [token] = await inSystem(app.kit.db, (tx) =>
      addTokens(tx, { companyId: ids.najm, app: 'sample', solutionIds: [], source: 'bought', months: 12, count: 1 }),
    );
    const last = await change(integrator, request, 'allocate', { tokenIds: [token] });
    expect(last.body.data).toMatchObject({ state: 'fulfilled', allowed: [] });
    const detail = await get(request);
    expect(detail.steps.map(({ step }) => step).join(' ')).toBe('sent accept allocate begin allocate allocate fulfil');
    expect((await mails()).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Your device request was accepted', 'Your device request was fulfilled']),
    );
    expect(await between(request)).toMatchObject({ status: 'engaged' });
  });

  test('decides each item separately', async () => {
    const request = await accepted({ lines: lines([tank, 1]) });
    const [good, spare, other] = [await stock(), await stock(), await stock(90301)];
    const installed = await stock();
    await app.kit.pool.query("UPDATE device SET state = 'installed' WHERE id = $1", [installed.id]);
    const reply = await change(integrator, request, 'allocate', {
      deviceIds: [other.id, installed.id, good.id, spare.id, 999_999],
      serials: ['FFFFFFFFFFFF'],
    });
    expect(outcomesOf(reply)).toEqual([
      [String(other.id), 'not-requested'],
      [String(installed.id), 'device-installed'],
      [String(good.id), null],
      [String(spare.id), 'all-allocated'],
      ['999999', 'not-in-your-stock'],
      ['FFFFFFFFFFFF', 'not-in-your-stock'],
    ]);
    expect(reply.body.data.state).toBe('fulfilled');
    expect((await integrator.call('GET', `/sample/device/${spare.id}`)).body.data.state).toBe('inventory');
  });

  test('takes the oldest of a product, and reports how many are left when there are too few', async () => {
    const request = await accepted({ lines: lines([tank, 3]) });
    const oldest = await stock();
    await app.kit.pool.query("UPDATE device SET created_at = now() - interval '1 year' WHERE id = $1", [oldest.id]);
    await stock();
    const few = await change(integrator, request, 'allocate', { lines: lines([tank, 3]) });
    expect([few.status, few.body.word, few.body.code, few.body.detail.left]).toEqual([
      409,
      'too-few-in-stock',
      '20080003',
      2,
    ]);
    expect((await get(request)).lines[0]?.allocated).toBe(0);
    expect(outcomesOf(await change(integrator, request, 'allocate', { lines: lines([tank, 1]) }))).toEqual([
      [String(oldest.id), null],
    ]);
    const more = await change(integrator, request, 'allocate', { lines: lines([tank, 9]) });
    expect(more.body.errors).toEqual([{ param: 'lines', msg: 'outOfRange' }]);
  });

  test('does not move devices twice when repeated with the same key, nor more than were requested when sent concurrently', async () => {
    const request = await accepted({ lines: lines([tank, 2]) });
    await Promise.all([stock(), stock(), stock(), stock()]);
    const one = () => change(integrator, request, 'allocate', { lines: lines([tank, 2]) });
    const replies = await Promise.all([one(), one()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await get(request, integrator)).inStock).toEqual({ [tank]: 2 });
  });

  test('is only for accepted requests of the integrator’s own customers', async () => {
    const request = await ask();
    const { id } = await stock();
    expect(refused(await change(integrator, request, 'allocate', { deviceIds: [id] }))).toEqual([
      409,
      'step-not-possible',
    ]);
    expect(refused(await change(customer, request, 'allocate', { deviceIds: [id] }))).toEqual([403, 'no-permission']);
    await change(customer, request, 'cancel');
    expect(refused(await change(integrator, request, 'allocate', { deviceIds: [id] }))).toEqual([
      409,
      'request-decided',
    ]);
  });
});

test('missing devices are ordered by the integrator, whose order request the customer cannot see', async () => {
  const request = await accepted({ lines: lines([meter, 1]) });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const cart = [
    {
      app: 'sample',
      solutionId: null,
      type: 'sample-tokens',
      details: { hardwareId: null, packageId: null },
      subOrders: [{ hardwareId: null, qty: 1, items: [{ id: months, type: 'tokenPackage', qty: 1 }] }],
    },
  ];
  const sent = await integrator.call('POST', `/company/${ids.najm}/order/ordering-intention`, {
    body: { orders: cart },
    headers,
  });
  expect(sent.status).toBe(201);
  const { uuid } = sent.body.data;
  expect((await change(integrator, request, 'order', { intention: uuid })).body.data).toMatchObject({
    state: 'in-progress',
    intention: { uuid, state: 'open', order: null },
  });
  const shown = await get(request);
  expect(shown.intention).toBeNull();
  expect(shown.steps.map(({ step }) => step)).toEqual(['sent', 'accept', 'order', 'begin']);
  const foreign = await change(integrator, request, 'order', { intention: crypto.randomUUID() });
  expect(refused(foreign)).toEqual([404, 'not-found']);
});

test('the stock of a company counts its devices by model and its free subscriptions', async () => {
  await stock();
  await stock();
  const { devices } = (await integrator.call('GET', '/device-stock')).body.data;
  expect(devices).toMatchObject([{ app: 'sample', hardwareId: tankModel, count: 2 }]);
});

test('open requests end with the contract, and their integrator sees them no longer', async () => {
  const request = await accepted();
  await app.kit.pool.query(
    "UPDATE company_relation SET contract_to = now() - interval '1 minute' WHERE client_id = $1 AND provider_id = $2",
    [ids.reem, ids.najm],
  );
  expect(refused(await integrator.call('GET', `/device-request/${request.uuid}`))).toEqual([404, 'not-found']);
  await doDue(app.kit, contractDues);
  expect(await get(request)).toMatchObject({ state: 'cancelled' });
  expect(await between(request)).toMatchObject({ status: 'cancelled' });
});
