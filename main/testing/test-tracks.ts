import { makeSegments } from '#core/tracking/server/api.ts';
import type { Rasid } from '../testing.ts';
import { eventually } from './test-device.ts';

/** Makes the segments of all tracks. The product may be making some itself, so this waits until no track is due. */
export async function makeAllSegments({ kit }: Pick<Rasid, 'kit'>): Promise<void> {
  await makeSegments(kit);
  await eventually(
    () => kit.pool.query('SELECT FROM track_due'),
    ({ rowCount }) => rowCount === 0,
  );
}
