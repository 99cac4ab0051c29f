import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bay, TestParking } from '#main/testing/parking/test-parking.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

const series = (to: number, prefix: string) => ({ prefix, from: 1, to, digits: 3, use: 'standard' });
const slotsOf = async (locationId: number): Promise<(Bay & { code: string })[]> =>
  (await parking.call('GET', `/slot?locationId=${locationId}&limit=100`)).body.data;

test('bays are renumbered, all or none, and keep their stays and the codes on their walls', async () => {
  const id = await parking.location();
  const level = await parking.group(id, 0, { slots: series(12, 'B1-') });
  await parking.group(id, 0, { slots: series(1, 'VIP-') });
  const bays = await parking.baysOf(level);
  const [first] = bays;
  await parking.app.kit.pool.query(
    `INSERT INTO sparking_stay (company_id, slot_id, location_id, from_at, to_at, quality, end_quality, counted)
     VALUES ($1, $2, $3, now() - interval '2 hours', now() - interval '1 hour', 'measured', 'measured', true)`,
    [parking.company, first?.id, id],
  );
  const renumber = (body: object) =>
    parking.call('POST', '/slot/renumber', {
      groupId: level,
      prefix: 'ب-',
      from: 1,
      digits: 3,
      digitKind: 'arabic',
      ...body,
    });
  const taken = await renumber({ prefix: 'VIP-', digitKind: 'western' });
  expect([taken.status, taken.body.word]).toEqual([409, 'names-taken']);
  expect(JSON.stringify(taken.body)).toContain('VIP-001');
  expect((await slotsOf(id)).map(({ number }) => number)).toContain('B1-012');
  expect((await renumber({})).body.data).toEqual({ changed: 12 });
  const after = await slotsOf(id);
  const of = (bay: { id: number } | undefined) => after.find((one) => one.id === bay?.id);
  expect([of(bays[0])?.number, of(bays[9])?.number]).toEqual(['ب-٠٠١', 'ب-٠١٠']);
  expect(of(bays[9])).toMatchObject({ code: 'B1-010' });
  const stays = await parking.app.kit.pool.query('SELECT FROM sparking_stay WHERE slot_id = $1', [first?.id]);
  expect(stays.rowCount).toBe(1);
  // They may take each other's numbers.
  const two = [bays[1]?.id, bays[2]?.id];
  expect(
    (await parking.call('POST', '/slot/renumber', { ids: two, prefix: 'ب-', from: 3, digits: 3, digitKind: 'arabic' }))
      .status,
  ).toBe(409);
  const shifted = await renumber({ from: 2 });
  expect(shifted.status, JSON.stringify(shifted.body)).toBe(200);
  expect((await slotsOf(id)).find((one) => one.id === first?.id)?.number).toBe('ب-٠٠٢');
});
