import { sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { recordsInGroups } from '#core/groups/server/api.ts';
import { quarterMs, quarterOf } from '#core/tracking/common/movement/slot-times.ts';
import { maxMovementDays } from '#core/tracking/common/tracking.ts';
import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';
import { present } from '#platform/server/clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Bucketed, Period, Selection, VehicleDistance } from '../../common/analysis.ts';
import { vehicle } from '../../common/vehicle/vehicle.ts';
import { seenVehicle } from '../vehicles/may.ts';
import { shownPlate } from '../vehicles/shown-plate.ts';

export type Asking = Pick<Context, 'tx' | 'actor'>;
type Selected = Pick<VehicleDistance, 'companyId' | 'vehicle'>;

/** A condition on the vehicle `t`: the caller may see it and asks for it. Groups are as they are now. */
export async function isSelected({ tx, actor }: Asking, { vehicleIds, groupIds }: Selection) {
  const grouped = groupIds === undefined ? undefined : await recordsInGroups(tx, vehicle, groupIds.split(','));
  return sql.join(
    [
      inCompanies(actor.scope, 'company_id'),
      seenVehicle(actor),
      ...(vehicleIds === undefined ? [] : [sql`t.id = ANY (${vehicleIds.split(',')}::integer[])`]),
      ...(grouped ? [sql`t.id = ANY (${grouped}::integer[])`] : []),
    ],
    sql` AND `,
  );
}

/** The vehicles that the caller may see and asks for; also retired ones, which have driven. */
export async function selectedVehicles(context: Asking, selection: Selection): Promise<Selected[]> {
  const { tx, actor } = context;
  const where = await isSelected(context, selection);
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Selected>`
      SELECT t.company_id, jsonb_build_object('id', t.id, 'name', t.name, 'plate', ${shownPlate}) AS vehicle
        FROM fleet_vehicle t WHERE ${where} ORDER BY t.id`.execute(tx),
  );
  return rows;
}

export const subjectsOf = (vehicles: readonly Selected[]) => ({
  type: 'vehicle',
  ids: vehicles.map(({ vehicle: { id } }) => id),
});

/** The time zone of the company that the caller acts for, by whose clocks days begin. */
export function zoneOf({ tx, actor: { scope } }: Asking): Promise<string> {
  const [company = null] = scope.companies === 'all' ? [] : scope.companies;
  return zoneOfCompany(tx, company);
}

/** Refuses a period that does not begin and end with quarters of an hour, or is too long for its buckets. */
export function periodOf({ from, to, bucket }: Pick<Period, 'from' | 'to'> & { bucket?: Bucketed['bucket'] }) {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  if (period.from % quarterMs !== 0) throw invalid('from', 'wholeQuarters');
  if (period.to % quarterMs !== 0) throw invalid('to', 'wholeQuarters');
  if (period.to <= period.from) throw invalid('to', 'toAfterFrom');
  // The clocks may be put back within the period.
  const most = maxMovementDays[bucket ?? 'total'] * dayMs + hourMs;
  if (period.to - period.from > most) throw invalid('to', 'daysCount');
  return period;
}

const usualDays = 7;
/** The last days up to the quarter of an hour that has begun. */
export function lastDays(): Pick<Period, 'from' | 'to'> {
  const to = quarterOf(present().getTime());
  return { from: new Date(to - usualDays * dayMs).toISOString(), to: new Date(to).toISOString() };
}
