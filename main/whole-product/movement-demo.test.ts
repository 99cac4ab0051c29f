import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSegments } from '#core/tracking/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { apps } from '../apps.ts';
import { loadDemo } from '../load-demo.ts';
import { testApps } from '../test-apps/index.ts';
import { emptyKit } from '../testing.ts';

const others = [
  ...apps.filter(({ id, kind }) => kind === 'solution' && id !== 'metrowatch').map(({ id }) => id),
  ...testApps.map(({ app }) => app.id),
];
let kit: Kit;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ kit, close } = await emptyKit(others));
  await loadDemo(kit);
  await makeSegments(kit);
}, 600_000);
afterAll(() => close());

test('every past quarter of every tracker has 900 seconds, without a missing one, and the metres of its trips', async () => {
  const { rows } = await kit.pool.query(
    `WITH quarters AS (
       SELECT device_id, quarter, driving_s + idle_s + stopped_s + nodata_s AS seconds, metres, starts,
              lead(quarter) OVER (PARTITION BY device_id ORDER BY quarter) AS next FROM track_quarter)
     SELECT device_id, count(*)::integer AS quarters, bool_and(next IS NULL OR next = quarter + interval '15 minutes') AS whole,
            bool_and(seconds = 900 OR next IS NULL) AS full, sum(metres) = (SELECT sum(metres) FROM track_segment s WHERE s.device_id = q.device_id AND kind = 'trip') AS same_metres,
            sum(starts) = (SELECT count(*) FROM track_segment s WHERE s.device_id = q.device_id AND kind = 'trip') AS same_trips
       FROM quarters q GROUP BY 1 ORDER BY 1`,
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) {
    expect(row).toMatchObject({ whole: true, full: true, same_metres: true, same_trips: true });
    expect(row.quarters).toBeGreaterThan(90);
  }
});
