import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo } from '../load-demo.ts';
import { slices } from '../slices.ts';
import { emptyKit } from '../testing.ts';

let demo: Awaited<ReturnType<typeof emptyKit>>;
const rowsOf = async <Row extends object>(query: string) => (await demo.kit.pool.query<Row>(query)).rows;

beforeAll(async () => {
  const solutions = slices.flatMap(({ app }) => (app.kind === 'core' || app.id === 'sparking' ? [] : [app.id]));
  demo = await emptyKit(solutions);
  await loadDemo(demo.kit);
});
afterAll(() => demo.close());

test('the demo has four car parks, of which one is only counted', async () => {
  const bays = await rowsOf<{ name: string; bays: number; watched: number; drawn: number }>(`
    SELECT l.name, count(t.id)::integer AS bays, count(s.id)::integer AS watched,
           count(t.id) FILTER (WHERE t.id IN (SELECT space_id FROM layout_item))::integer AS drawn
      FROM sparking_location l LEFT JOIN sparking_slot t ON t.location_id = l.id LEFT JOIN sparking_slot_state s ON s.id = t.id
     GROUP BY l.id ORDER BY l.id`);
  expect(bays).toEqual([
    { name: 'Qasr Mall Car Park', bays: 240, watched: 240, drawn: 240 },
    { name: 'Marina Heights Residents', bays: 84, watched: 84, drawn: 84 },
    { name: 'مواقف شارع الكورنيش', bays: 60, watched: 60, drawn: 60 },
    { name: 'ساحة السوق القديم', bays: 0, watched: 0, drawn: 0 },
  ]);
  const uses = await rowsOf(
    `SELECT use, count(*)::integer, count(charger)::integer AS chargers FROM sparking_slot WHERE use IN ('ev', 'people-of-determination') GROUP BY 1 ORDER BY 1`,
  );
  expect(uses).toEqual([
    { use: 'ev', count: 12, chargers: 12 },
    { use: 'people-of-determination', count: 8, chargers: 0 },
  ]);
});

test('no two vehicles of the history are in one bay at once, and bays are as their last states say', async () => {
  const [overlapping] = await rowsOf<{ count: number; stays: number }>(`
    SELECT (SELECT count(*)::integer FROM sparking_stay) AS stays,
           (SELECT count(*)::integer FROM sparking_stay a JOIN sparking_stay b ON b.slot_id = a.slot_id AND b.from_at > a.from_at
             WHERE b.from_at < coalesce(a.to_at, 'infinity')) AS count`);
  expect(overlapping?.stays).toBeGreaterThan(2000);
  expect(overlapping?.count).toBe(0);
  const wrong = await rowsOf(`
    SELECT t.number, s.state FROM sparking_slot_state s JOIN sparking_slot t ON t.id = s.id
     WHERE (s.state = 'occupied') <> EXISTS (SELECT FROM sparking_stay y WHERE y.slot_id = s.id AND y.to_at IS NULL)`);
  expect(wrong).toEqual([]);
  const faulty = await rowsOf(`
    SELECT number, state FROM sparking_slot_state s JOIN sparking_slot t USING (id) WHERE number IN ('B1-047', 'B1-061') ORDER BY 1`);
  expect(faulty).toEqual([
    { number: 'B1-047', state: 'unknown' },
    { number: 'B1-061', state: 'occupied' },
  ]);
});

test('some bays are kept, and a side of a street is closed for an event', async () => {
  const kept = await rowsOf(`
    SELECT kind, purpose, (SELECT count(*)::integer FROM sparking_reserved_bay x WHERE x.reservation_id = r.id) AS bays, until_at > now() AS lasts
      FROM sparking_reservation r ORDER BY id`);
  expect(kept).toEqual([
    { kind: 'reserved', purpose: 'Fashion week guests', bays: 5, lasts: true },
    { kind: 'reserved', purpose: 'Board meeting', bays: 4, lasts: true },
    { kind: 'closed', purpose: 'سباق الدراجات', bays: 0, lasts: true },
  ]);
});

test('all devices have been heard, and only the silent one is late', async () => {
  const [heard] = await rowsOf(`
    SELECT count(*)::integer AS heard, count(*) FILTER (WHERE s.silent_until < now())::integer AS late,
           max(d.name) FILTER (WHERE s.silent_until < now()) AS name
      FROM device d JOIN device_state s ON s.device_id = d.id WHERE d.app = 'sparking'`);
  expect(heard).toEqual({ heard: 162, late: 1, name: 'Sensor B1-047' });
});

test('every sensor is in its bay, and every other device watches channels or a gate', async () => {
  const [found] = await rowsOf(`
    SELECT count(*)::integer AS devices, count(DISTINCT serial)::integer AS serials, count(space_id)::integer AS sensors,
           (SELECT count(*)::integer FROM sparking_channel) AS channels, (SELECT count(*)::integer FROM sparking_counter) AS counters
      FROM device WHERE app = 'sparking'`);
  expect(found).toEqual({ devices: 162, serials: 162, sensors: 140, channels: 244, counters: 5 });
});
