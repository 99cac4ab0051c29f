import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  device,
  fitTo,
  hour,
  list,
  newDevice,
  outcome,
  placeOf,
  racks,
  spans,
  unfit,
  withFittings,
} from '#main/testing/racks/fittings.ts';
import { app, customer, depotApi, ids, operator, permit, sites, stranger, viewer } from '#main/testing/racks/racks.ts';
import { emit, emittingAsSystem, type Listeners } from '#platform/server/domain-events.ts';
import { fittedAt } from './api.ts';

withFittings();

describe('the devices of a record', () => {
  const move = (rack: number, structureId: number) =>
    customer.call('PATCH', `${depotApi}/rack/${rack}/move`, { body: { structureId } });

  test('follow it to another site, and those that were taken out stay', async () => {
    const [other, former] = [await newDevice(), await newDevice()];
    await fitTo(racks.a, { at: hour(8) });
    await fitTo(racks.a, { of: other, at: hour(9) });
    await fitTo(racks.a, { of: former, at: hour(8) });
    await unfit({ at: hour(10) }, former);
    expect((await move(racks.a, sites[1])).status).toBe(200);
    expect(await Promise.all([device, other, former].map(placeOf))).toEqual([
      ['installed', sites[1]],
      ['installed', sites[1]],
      ['installed', sites[0]],
    ]);
  });

  test('are not moved to another site without it', async () => {
    await fitTo(racks.a, { at: hour(8) });
    const reply = await customer.call('PATCH', `${depotApi}/device/${device}/move`, {
      body: { structureId: sites[1] },
    });
    expect(outcome(reply)).toEqual([409, 'device-fitted']);
    expect(await placeOf()).toEqual(['installed', sites[0]]);
  });

  test('have one main one at each instant', async () => {
    const other = await newDevice();
    await fitTo(racks.a, { at: hour(8) });
    expect((await fitTo(racks.a, { of: other, at: hour(9) })).body.data.main).toBe(false);
    await unfit({ at: hour(10) }, other);
    const refused = await fitTo(racks.a, { of: other, at: hour(10), main: true });
    expect(outcome(refused)).toEqual([409, 'main-fitted']);
    expect(refused.body.detail).toEqual({ device: 'Sensor' });
    await unfit({ at: hour(12) });
    expect((await fitTo(racks.a, { of: other, at: hour(12) })).body.data.main).toBe(true);
  });

  test('and a device that is fitted while the record moves are in the end at one site', async () => {
    for (const n of [0, 1, 2, 3, 4, 5]) {
      const one = await newDevice();
      const [fitted, moved] = await Promise.all([
        fitTo(racks.a, { of: one, at: hour(8) }),
        move(racks.a, sites[(n + 1) % 2] as number),
      ]);
      expect([fitted.status, moved.status]).toEqual([200, 200]);
      expect(await placeOf(one)).toEqual(['installed', sites[(n + 1) % 2]]);
    }
  });
});

describe('two people at once', () => {
  test('do not fit one device to two records', async () => {
    const replies = await Promise.all([fitTo(racks.a), fitTo(racks.b)]);
    expect(replies.map(outcome).toSorted()).toEqual([[200], [409, 'fitted-elsewhere']]);
    expect(await list(`deviceId=${device}`)).toHaveLength(1);
  });

  test('do not fit it to another record although the clock of the first server was ahead', async () => {
    await fitTo(racks.a);
    await app.kit.pool.query("UPDATE fitting SET from_at = now() + interval '5 seconds' WHERE device_id = $1", [
      device,
    ]);
    expect(outcome(await fitTo(racks.b))).toEqual([409, 'fitted-elsewhere']);
    expect((await unfit()).status).toBe(200);
  });

  test('do not fit two main devices to one record', async () => {
    const other = await newDevice();
    const replies = await Promise.all([fitTo(racks.a, { main: true }), fitTo(racks.a, { of: other, main: true })]);
    expect(replies.map(outcome).toSorted()).toEqual([[200], [409, 'main-fitted']]);
  });

  test('move one device to two records one after the other', async () => {
    await fitTo(racks.a, { at: hour(8) });
    const replies = await Promise.all([
      fitTo(racks.b, { at: hour(10), move: true }),
      fitTo(racks.far, { at: hour(11), move: true }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const [last] = (await spans()).slice(-1);
    expect(last).toEqual([racks.far, hour(11), null]);
    expect(await placeOf()).toEqual(['installed', sites[1]]);
  });
});

test('the database refuses fittings that overlap', async () => {
  await fitTo(racks.a, { at: hour(8) });
  const insert = (of: number, main: boolean) =>
    app.kit.pool.query(
      `INSERT INTO fitting (company_id, app_id, device_id, subject_type, subject_id, main, from_at)
       VALUES ($1, 'depot', $2, 'rack', $3, $4, $5)`,
      [ids.reem, of, racks.a, main, hour(9)],
    );
  await expect(insert(device, false)).rejects.toThrow(/fitting_of_device/);
  const other = await newDevice();
  await expect(insert(other, true)).rejects.toThrow(/fitting_of_subject/);
  await insert(other, false);
});

test('a device is fitted to records of its company and its app only', async () => {
  const { rows } = await app.kit.pool.query('SELECT min(id) AS id FROM structure WHERE company_id = $1', [ids.qasr]);
  const theirs = await stranger.call('POST', `${depotApi}/rack`, { body: { name: 'Theirs', structureId: rows[0].id } });
  for (const rack of [theirs.body.data.id, 2_000_000_000])
    expect(outcome(await fitTo(rack))).toEqual([418, 'subject unknown']);
  const body = { subject: { type: 'vehicle-of-nobody', id: racks.a } };
  expect(outcome(await customer.call('POST', `${depotApi}/device/${device}/fit`, { body }))).toEqual([
    418,
    'subject.type invalid',
  ]);
  expect(outcome(await fitTo(racks.a, { person: stranger }))).toEqual([404, 'not-found']);
});

test('people who may only read see fittings, those at their sites, and change none', async () => {
  await fitTo(racks.a, { at: hour(8) });
  await fitTo(racks.far, { at: hour(12), move: true });
  await permit(viewer, [['*', 'device', ['read', 'fit']]]);
  expect(await list(`deviceId=${device}`, viewer)).toHaveLength(2);
  expect((await fitTo(racks.b, { person: viewer })).status).toBe(403);
  expect((await unfit({}, device, viewer)).status).toBe(403);
  await permit(operator, [[sites[0], 'device', ['read']]]);
  expect(
    (await list(`deviceId=${device}`, operator)).map(({ subject }: { subject: { id: number } }) => subject.id),
  ).toEqual([racks.a]);
  expect(await list(`deviceId=${device}`, stranger)).toEqual([]);
});

test('what was fitted and taken out is announced with the instant', async () => {
  const heard: unknown[] = [];
  const before = app.kit.listeners;
  const listening: Listeners = {
    inTransaction: {
      'device.fitted': async (_, event) => void heard.push(['fitted', event.subject.id, event.at]),
      'device.unfitted': async (_, event) => void heard.push(['unfitted', event.subject.id, event.at]),
    },
  };
  app.kit.listeners = [...before, listening];
  await fitTo(racks.a, { at: hour(8) });
  await fitTo(racks.b, { at: hour(9), move: true });
  await unfit({ at: hour(10) });
  app.kit.listeners = before;
  expect(heard).toEqual([
    ['fitted', racks.a, hour(8)],
    ['unfitted', racks.a, hour(9)],
    ['fitted', racks.b, hour(9)],
    ['unfitted', racks.b, hour(10)],
  ]);
});

test('other slices read what a device was fitted to at an instant', async () => {
  await fitTo(racks.a, { at: hour(8) });
  await fitTo(racks.b, { at: hour(12), move: true });
  const at = async (instant: string) =>
    (
      await app.kit.pool.query(
        `SELECT ${fittedAt('d.id', 'v.at')} AS fitted FROM device d, (SELECT $2::timestamptz AS at) v WHERE d.id = $1`,
        [device, instant],
      )
    ).rows[0].fitted;
  expect(await at(hour(7))).toBeNull();
  expect(await at(hour(8))).toEqual({ type: 'rack', id: racks.a, main: true });
  expect(await at(hour(12))).toEqual({ type: 'rack', id: racks.b, main: true });
});

test('a device that gets another owner is fitted to nothing', async () => {
  await fitTo(racks.a, { at: hour(8) });
  await emittingAsSystem(app.kit, app.kit.db, (context) =>
    emit(context, 'device.transferred', { id: device, newId: 0 }),
  );
  expect(await list(`deviceId=${device}&current=true`)).toEqual([]);
});

test('whatever people do in whatever order, fittings are as the spans of time say and never overlap', async () => {
  const step = fc.record({
    of: fc.nat(1),
    to: fc.nat(1),
    at: fc.integer({ min: 0, max: 20 }),
    kind: fc.constantFrom('fit', 'move', 'unfit'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const devices = [await newDevice(), await newDevice()];
      for (const { of, to, at, kind } of steps) {
        const one = { of: devices[of] as number, at: hour(at) };
        const reply =
          kind === 'unfit'
            ? await unfit({ at: one.at }, one.of)
            : await fitTo([racks.a, racks.b][to] as number, { ...one, move: kind === 'move' });
        expect([200, 409, 418], JSON.stringify(reply.body)).toContain(reply.status);
      }
      const { rows } = await app.kit.pool.query(
        `SELECT count(*)::integer AS n FROM fitting f JOIN fitting o ON o.id > f.id AND tstzrange(o.from_at, o.to_at) && tstzrange(f.from_at, f.to_at)
           AND (o.device_id = f.device_id OR (o.main AND f.main AND o.subject_id = f.subject_id)) WHERE f.device_id = ANY ($1)`,
        [devices],
      );
      expect(rows).toEqual([{ n: 0 }]);
      for (const id of devices) await app.kit.pool.query('DELETE FROM fitting WHERE device_id = $1', [id]);
    }),
    { numRuns: 8 },
  );
});
