import { sql } from 'kysely';
import type { SectionPart } from '#core/reports/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { plateText } from '../../common/vehicle/plate.ts';
import {
  askedOf,
  endOf,
  isoOf,
  type MovementRow,
  movementColumns,
  movementsIn,
  rowsRead,
  withDriver,
} from './movements.ts';
import { placeAbilities, placeNames } from './place-names.ts';

type Row = MovementRow & { seconds: number; found: number; allSeconds: number };

/** The stops of vehicles that overlap the period, with how long they stayed in it. */
export const stops: SectionPart = {
  abilities: () => placeAbilities,
  async read(context, question) {
    const { tx, actor } = context;
    const { rows } = await bypassRls(tx, actor.scope, () =>
      sql<Row>`
        SELECT ${movementColumns}, m.seconds, count(*) OVER ()::integer AS found, sum(m.seconds) OVER ()::float8 AS all_seconds
          FROM (${movementsIn(askedOf(context, question), 'stop')}) m ${withDriver}
         ORDER BY m.vehicle, m.vehicle_id, m.since LIMIT ${rowsRead(question)}`.execute(tx),
    );
    const named = await placeNames(context);
    return {
      rows: rows.slice(0, question.mostRows).map((row) => ({
        ...{ vehicle: row.vehicle, plate: plateText(row.plate), usualDriver: row.driver },
        place: named({ companyId: row.companyId, lat: row.startLat, lng: row.startLng }),
        ...{ from: isoOf(row.beganAt), to: endOf(row), stayedInPeriod: row.seconds },
      })),
      rowCount: rows[0]?.found ?? 0,
      totals: { stayedInPeriod: rows[0]?.allSeconds ?? 0 },
    };
  },
};
