import { describe, expect, test } from 'vitest';
import {
  device,
  fitTo,
  hour,
  list,
  outcome,
  placeOf,
  racks,
  spans,
  unfit,
  withFittings,
} from '#main/testing/racks/fittings.ts';
import { app, customer, depotApi, ids, sites } from '#main/testing/racks/racks.ts';

withFittings();

describe('a device that is fitted', () => {
  test('is installed at the site of its record, and the fitting is listed with the person and the reason', async () => {
    const reply = await fitTo(racks.a, { at: hour(8), why: 'New sensor' });
    expect(outcome(reply)).toEqual([200]);
    expect(reply.body.data).toMatchObject({
      companyId: ids.reem,
      device: { id: device, name: 'Sensor' },
      subject: { type: 'rack', id: racks.a, name: 'A' },
      main: true,
      fromAt: hour(8),
      toAt: null,
      why: 'New sensor',
      by: expect.any(String),
      endedBy: null,
    });
    expect(await list(`deviceId=${device}&current=true`)).toEqual([reply.body.data]);
    expect(await placeOf()).toEqual(['installed', sites[0]]);
    const [line] = (await customer.call('GET', `${depotApi}/device/${device}/log?kind=fitted`)).body.data;
    expect(line.data).toEqual({ subject: 'A' });
  });

  test('is moved to the site of its record if it was installed elsewhere, and keeps its floor within it', async () => {
    const install = (structureId: number, more = {}) =>
      customer.call('PUT', `${depotApi}/device/${device}/install`, { body: { structureId, ...more } });
    const { rows } = await app.kit.pool.query('SELECT id FROM floor WHERE structure_id = $1 LIMIT 1', [sites[0]]);
    expect((await install(sites[0], { floorId: rows[0].id })).status).toBe(200);
    await fitTo(racks.a, { at: hour(8) });
    const floor = await app.kit.pool.query('SELECT floor_id FROM device WHERE id = $1', [device]);
    expect(floor.rows[0].floor_id).toBe(rows[0].id);
    await fitTo(racks.far, { at: hour(9), move: true });
    expect(await placeOf()).toEqual(['installed', sites[1]]);
  });

  test('is not fitted before it is', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    expect(outcome(await fitTo(racks.a, { at: soon }))).toEqual([418, 'at inTheFuture']);
    await fitTo(racks.a, { at: hour(8) });
    expect(outcome(await unfit({ at: soon }))).toEqual([418, 'at inTheFuture']);
    expect(outcome(await unfit({ at: hour(8) }))).toEqual([418, 'at beforeFitting']);
  });

  test('at a record elsewhere is only fitted to another one if it moves, which ends the other at that instant', async () => {
    await fitTo(racks.a, { at: hour(8) });
    const refused = await fitTo(racks.far, { at: hour(12) });
    expect(outcome(refused)).toEqual([409, 'fitted-elsewhere']);
    expect(refused.body.detail.subject).toEqual({ type: 'rack', id: racks.a, name: 'A' });
    expect(outcome(await fitTo(racks.a, { at: hour(12), move: true }))).toEqual([409, 'already-fitted']);
    expect(await placeOf()).toEqual(['installed', sites[0]]);
    expect(outcome(await fitTo(racks.far, { at: hour(12), move: true, why: 'Swapped' }))).toEqual([200]);
    expect(await spans()).toEqual([
      [racks.a, hour(8), hour(12)],
      [racks.far, hour(12), null],
    ]);
    const [first] = await list(`subjectId=${racks.a}&deviceId=${device}`);
    expect(first).toMatchObject({ endWhy: 'Swapped', endedBy: expect.any(String) });
    expect(await placeOf()).toEqual(['installed', sites[1]]);
  });

  test('and moved at the instant at which it was fitted was never there', async () => {
    await fitTo(racks.a, { at: hour(8) });
    await fitTo(racks.b, { at: hour(8), move: true });
    expect(await spans()).toEqual([[racks.b, hour(8), null]]);
  });
});

describe('the past of a device', () => {
  test('gets a fitting before the others, which ends where the next begins and moves nothing', async () => {
    await fitTo(racks.far, { at: hour(12) });
    expect(outcome(await fitTo(racks.a, { at: hour(8) }))).toEqual([200]);
    expect(await spans()).toEqual([
      [racks.a, hour(8), hour(12)],
      [racks.far, hour(12), null],
    ]);
    expect(await placeOf()).toEqual(['installed', sites[1]]);
  });

  test('is corrected within a span, whose end stays', async () => {
    await fitTo(racks.a, { at: hour(8) });
    await unfit({ at: hour(14), why: 'Repair' });
    expect(outcome(await fitTo(racks.b, { at: hour(12), move: true }))).toEqual([200]);
    expect(await spans()).toEqual([
      [racks.a, hour(8), hour(12)],
      [racks.b, hour(12), hour(14)],
    ]);
  });
});

describe('a device is taken out', () => {
  test('at an instant, and stays at its site', async () => {
    await fitTo(racks.a, { at: hour(8) });
    const reply = await unfit({ at: hour(10), why: 'Repair' });
    expect(reply.body.data).toMatchObject({ toAt: hour(10), endWhy: 'Repair', endedBy: expect.any(String) });
    expect(await placeOf()).toEqual(['installed', sites[0]]);
    expect(outcome(await unfit())).toEqual([409, 'not-fitted']);
  });

  test.each(['inventory', 'removed'])('when it is uninstalled: %s', async (to) => {
    await fitTo(racks.a, { at: hour(8) });
    await customer.call('PUT', `${depotApi}/device/${device}/remove`, { body: { to } });
    expect(await list(`deviceId=${device}&current=true`)).toEqual([]);
    expect(await list(`deviceId=${device}`)).toHaveLength(1);
  });

  test('when it is removed for good, after which it is fitted to nothing', async () => {
    await customer.call('PUT', `${depotApi}/device/${device}/remove`, { body: { to: 'removed' } });
    expect(outcome(await fitTo(racks.a))).toEqual([409, 'device-removed']);
  });

  test('when its record goes', async () => {
    await fitTo(racks.a, { at: hour(8) });
    expect((await customer.call('DELETE', `${depotApi}/rack/${racks.a}`)).status).toBe(204);
    const [left] = await list(`deviceId=${device}`);
    expect([left.toAt === null, left.subject.name]).toEqual([false, null]);
  });
});
