import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { visibleDevice } from '#core/devices/server/api.ts';
import { tokenActive } from '#core/telemetry/server/api.ts';
import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Bucket } from '../../common/movement/buckets.ts';
import { quarterMs } from '../../common/movement/slot-times.ts';
import { addSums, noSums } from '../../common/movement/slots.ts';
import { type Movement, maxMovementDays } from '../../common/tracking.ts';
import { assertMayLook } from '../people/guard.ts';
import { quarterSums } from './quarter-sums.ts';

type Asked = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'> & {
  params: { id: number };
  query: { from: string; to: string; bucket: Bucket };
};

/** What a device of an app did in a period. */
export async function movementOf(context: Asked, app: string): Promise<Movement> {
  const { tx, kit, actor, params, query } = context;
  const device = await visibleDevice(tx, actor, app, params.id);
  const { from, to } = wholeQuarters(query);
  await assertMayLook(context, device, 'trips', { from, to });
  const zone = await zoneOfCompany(tx, device.companyId);
  if (!(await tokenActive(kit, device.id))) return { hidden: 'no-active-token', zone, total: noSums, buckets: [] };
  const subjects = { type: 'device', ids: [device.id] };
  const sums = await bypassRls(tx, actor.scope, () =>
    quarterSums(tx, { subjects, from, to, bucket: query.bucket, zone }),
  );
  return {
    hidden: null,
    zone,
    total: sums.reduce((total, sum) => addSums(total, sum), noSums),
    buckets: sums.map((sum) => ({
      ...sum,
      from: new Date(sum.from).toISOString(),
      to: new Date(sum.to).toISOString(),
    })),
  };
}

function wholeQuarters(query: Asked['query']): { from: number; to: number } {
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  if (from % quarterMs !== 0) throw invalid('from', 'wholeQuarters');
  if (to % quarterMs !== 0) throw invalid('to', 'wholeQuarters');
  if (to <= from) throw invalid('to', 'toAfterFrom');
  // The clocks may be put back within the period.
  if (to - from > maxMovementDays[query.bucket] * dayMs + hourMs) throw invalid('to', 'daysCount');
  return { from, to };
}
