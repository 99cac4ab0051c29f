import { sql } from 'kysely';
import { groupsOfRecords } from '#core/groups/server/api.ts';
import type { SectionPart } from '#core/reports/server/api.ts';
import { quarterOf } from '#core/tracking/common/movement/slot-times.ts';
import { noSums } from '#core/tracking/common/movement/slots.ts';
import { subjectSums } from '#core/tracking/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { type Plate, plateText } from '../../common/vehicle/plate.ts';
import { vehicle } from '../../common/vehicle/vehicle.ts';
import { shownPlate } from '../vehicles/shown-plate.ts';
import { isReported, type SectionReading } from './movements.ts';

type Row = {
  id: number;
  name: string;
  plate: Plate;
  papersUntil: string | null;
  daysLeft: number | null;
  registrationExpires: string | null;
  insuranceExpires: string | null;
};
type Asked = { structures: readonly number[] | null };

/** The vehicles that the person may see at the sites of the report. */
async function vehiclesOf({ tx, actor }: SectionReading, { structures }: Asked, where = sql`true`): Promise<Row[]> {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Row>`
      SELECT t.id, t.name, ${shownPlate} AS plate, t.papers_until::text AS papers_until, t.papers_until - rasid_today() AS days_left,
             t.registration_expires::text AS registration_expires, t.insurance_expires::text AS insurance_expires
        FROM fleet_vehicle t
       WHERE ${isReported({ actor, structures })} AND ${where}
       ORDER BY t.name, t.id`.execute(tx),
  );
  return rows;
}

/** What each vehicle drove in the period: the sums of its quarters of an hour, as on the pages. */
export const vehicleSummary: SectionPart = {
  async read(context, { structures, period, mostRows }) {
    const { tx, actor } = context;
    const vehicles = await vehiclesOf(context, { structures });
    const ids = vehicles.map(({ id }) => id);
    const [from, to] = [quarterOf(Date.parse(period.from)), quarterOf(Date.parse(period.to))];
    const sums = await bypassRls(tx, actor.scope, () =>
      subjectSums(tx, { subjects: { type: 'vehicle', ids }, from, to }),
    );
    const groups = await groupsOfRecords(tx, vehicle, ids);
    const rows = vehicles
      .map(({ id, name, plate }) => {
        const { metres, starts, drivingS, idleS, stoppedS, nodataS, maxSpeed } = sums.get(id) ?? noSums;
        return {
          ...{ vehicle: name, plate: plateText(plate), group: groups.get(id)?.[0]?.name ?? null },
          ...{ distance: metres / 1000, journeys: starts, driving: drivingS, idle: idleS },
          ...{ stopped: stoppedS, noData: nodataS, maxSpeed: maxSpeed > 0 ? maxSpeed : null },
        };
      })
      .sort((a, b) => b.distance - a.distance);
    const sum = (of: 'distance' | 'journeys' | 'driving' | 'idle' | 'stopped' | 'noData') =>
      rows.reduce((all, row) => all + row[of], 0);
    return {
      rows: rows.slice(0, mostRows),
      rowCount: rows.length,
      totals: {
        ...{ distance: sum('distance'), journeys: sum('journeys'), driving: sum('driving') },
        ...{ idle: sum('idle'), stopped: sum('stopped'), noData: sum('noData') },
      },
    };
  },
};

/** Until when the papers of vehicles are valid, those that end first at the top; as of the day on which it is made. */
export const vehiclePapers: SectionPart = {
  async read(context, { structures, mostRows }) {
    const found = await vehiclesOf(context, { structures }, sql`t.state <> 'retired' AND t.papers_until IS NOT NULL`);
    const rows = found
      .map(({ name, plate, registrationExpires, insuranceExpires, daysLeft }) => ({
        ...{ vehicle: name, plate: plateText(plate), registration: registrationExpires },
        ...{ insurance: insuranceExpires, daysLeft },
      }))
      .sort((a, b) => (a.daysLeft ?? 0) - (b.daysLeft ?? 0));
    return { rows: rows.slice(0, mostRows), rowCount: rows.length };
  },
};
