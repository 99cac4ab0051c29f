import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { lifecycleOf, possibleSteps } from '../../common/lifecycle/lifecycle.ts';
import { inTenant, type Scope, type Tx } from '../postgres/database.ts';
import { refuse } from '../refuse.ts';
import { lockRecord, recordStepsOf, takeStep, writeStep } from './lifecycle.ts';
import { stepHandlers } from './step-handlers.ts';

let app: Rasid;
let customer: TestPerson;
let company: number;
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  await app.kit.pool.query(`
    CREATE TABLE parcel (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id integer NOT NULL,
                         state text NOT NULL DEFAULT 'packed', sent_by text);
    SELECT rasid_tenant_table('parcel', false); SELECT rasid_steps('parcel')`);
});
afterAll(() => app.close());

const parcels = lifecycleOf(
  ['packed', 'sent', 'returned'],
  ['sender', 'carrier'],
)({
  table: 'parcel',
  column: 'state',
  steps: {
    send: { from: ['packed'], to: 'sent', by: ['sender'] },
    return: { from: ['sent'], to: 'returned', by: ['sender', 'carrier'] },
  },
});
type Parcel = { id: number; state: string };

const make = async (): Promise<number> =>
  (await app.kit.pool.query('INSERT INTO parcel (company_id) VALUES ($1) RETURNING id', [company])).rows[0].id;
const within = <T>(work: (tx: Tx) => Promise<T>, companies = [company]) => {
  const scope: Scope = { companies, userId: null, actingFor: companies[0] ?? null };
  return inTenant(app.kit.db, scope, work);
};
const send = (id: number, as: 'sender' | 'carrier' = 'sender') =>
  within(async (tx) =>
    takeStep(tx, parcels, await lockRecord<Parcel>(tx, 'parcel', id), 'send', {
      as: [as],
      detail: { weight: 2 },
      set: { sent_by: 'road' },
    }),
  );
const read = (id: number) => within((tx) => recordStepsOf({ tx, kit: app.kit }, 'parcel', id));

test('a step changes the state and further columns, and leaves a line with what was before and after', async () => {
  const id = await make();
  await send(id);
  await within((tx) => writeStep(tx, 'parcel', id, 'weighed'));
  const { rows } = await app.kit.pool.query('SELECT state, sent_by FROM parcel WHERE id = $1', [id]);
  expect(rows).toEqual([{ state: 'sent', sent_by: 'road' }]);
  expect(await read(id)).toMatchObject([
    { step: 'send', before: 'packed', after: 'sent', detail: { weight: 2 }, person: null },
    { step: 'weighed', before: null, after: null },
  ]);
});

test('a step that the state does not allow is refused with the present state', async () => {
  const id = await make();
  await send(id);
  await expect(send(id)).rejects.toMatchObject({
    status: 409,
    word: 'step-not-possible',
    detail: { step: 'send', state: 'sent' },
  });
  expect(await read(id)).toHaveLength(1);
});

test('a party that a step is not for is refused, whatever the state', async () => {
  const id = await make();
  await expect(send(id, 'carrier')).rejects.toMatchObject({ status: 403, word: 'no-permission' });
  expect([possibleSteps(parcels, 'packed', ['carrier']), possibleSteps(parcels, 'sent', ['carrier'])]).toEqual([
    [],
    ['return'],
  ]);
});

test('exactly one of several simultaneous steps succeeds', async () => {
  const id = await make();
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => send(id)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await read(id)).toHaveLength(1);
});

test('a record of another company is not found, nor are its steps, and no step can be written for it', async () => {
  const id = await make();
  const other = [company + 1];
  await expect(within((tx) => lockRecord(tx, 'parcel', id), other)).rejects.toMatchObject({ status: 404 });
  await send(id);
  expect(await within((tx) => recordStepsOf({ tx, kit: app.kit }, 'parcel', id), other)).toEqual([]);
  await expect(within((tx) => writeStep(tx, 'parcel', id, 'weighed'), other)).rejects.toThrow('row-level security');
});

test('nobody changes or removes the line of a step', async () => {
  const id = await make();
  await send(id);
  for (const change of [sql`UPDATE parcel_step SET step = 'x'`, sql`DELETE FROM parcel_step`])
    await expect(within((tx) => change.execute(tx))).rejects.toThrow('permission denied');
});

const parcelStep = stepHandlers(parcels, {
  partiesOf: (_context: { tx: Tx }, { state }: Parcel) => (state === 'packed' ? ['sender'] : ['carrier']),
  read: async ({ tx }, id) => (await recordStepsOf({ tx, kit: app.kit }, 'parcel', id)).map(({ step }) => step),
});

test('a handler of a step refuses before it, stores what it returns, and answers with the record afterwards', async () => {
  const id = await make();
  const sent: number[] = [];
  const handle = parcelStep('send', {
    before({ body }: { body: { by: string } }) {
      if (body.by === 'pigeon') throw refuse(409, 'no-pigeons');
      return { detail: body, set: { sent_by: body.by } };
    },
    after: async (_context, row) => void sent.push(row.id),
  });
  const call = (by: string) => within((tx) => handle({ tx, params: { id }, body: { by } }));
  await expect(call('pigeon')).rejects.toMatchObject({ word: 'no-pigeons' });
  const replies = await Promise.allSettled([call('road'), call('rail')]);
  expect(replies.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(sent).toEqual([id]);
  expect(await within((tx) => parcelStep('return')({ tx, params: { id }, body: {} }))).toEqual(['send', 'return']);
  await expect(within((tx) => handle({ tx, params: { id: 0 }, body: { by: 'road' } }))).rejects.toMatchObject({
    status: 404,
  });
});
