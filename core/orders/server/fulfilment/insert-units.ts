import { sql } from 'kysely';
import { placeSubscriptions } from '#core/market/common/subscriptions.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

type Line = {
  id: number;
  /** The order of the submission that the line is part of. */
  part: string;
  kind: string;
  deploys: 'none' | 'device' | 'token' | 'units';
  solutionId: number | null;
  solutionIds: number[];
  qty: number;
  months: number;
  freeMonths: number;
};
/** A number of units of a line, with the months of the subscription of each. */
type Units = { lineId: number; count: number; months: number; bought: boolean };

const isDevice = ({ deploys }: Line) => deploys === 'device';
const isSubscription = ({ kind }: Line) => kind === 'tokenPackage';

/**
 * The units of the lines of one part, by line. A subscription that was bought with devices adds its months to those of
 * a device that it is sold for; one without such a device is a unit of its own.
 */
function unitsOfPart(lines: readonly Line[]): Map<number, Units[]> {
  const [devices, subscriptions] = [lines.filter(isDevice), lines.filter(isSubscription)];
  const placed = placeSubscriptions(devices, subscriptions);
  const sumOf = (of: typeof placed) => of.reduce((sum, { qty }) => sum + qty, 0);
  const units = (lineId: number, count: number, months: number, bought: boolean): Units[] =>
    count > 0 ? [{ lineId, count, months, bought }] : [];
  const deviceUnits = devices.map(({ id, qty, freeMonths }, at): [number, Units[]] => {
    const own = placed.filter(({ device }) => device === at);
    return [
      id,
      [
        ...own.flatMap((one) => units(id, one.qty, freeMonths + (subscriptions[one.subscription]?.months ?? 0), true)),
        ...units(id, qty - sumOf(own), freeMonths, false),
      ],
    ];
  });
  const tokenUnits = subscriptions.map(({ id, qty, months }, at): [number, Units[]] => [
    id,
    units(id, qty - sumOf(placed.filter(({ subscription }) => subscription === at)), months, true),
  ]);
  const others = lines
    .filter(({ deploys }) => deploys === 'units')
    .map(({ id }): [number, Units[]] => [id, units(id, 1, 0, false)]);
  return new Map([...deviceUnits, ...tokenUnits, ...others]);
}

/**
 * Creates the units of a confirmed order: one for each device, each subscription that is not for a device of the order,
 * and each line of messages, minutes or data.
 */
export async function insertUnits(tx: Tx, orderId: number): Promise<void> {
  const found = await sql<Line>`
    SELECT id, split_part(path, '.', 1) AS part, kind, deploys, solution_id, solution_ids, qty, coalesce(months, 0) AS months,
           coalesce(free_months, 0) AS free_months
      FROM order_line WHERE order_id = ${orderId} ORDER BY position`.execute(tx);
  const byLine = new Map(
    [...Map.groupBy(found.rows, ({ part }) => part).values()].flatMap((lines) => [...unitsOfPart(lines)]),
  );
  const rows = found.rows.flatMap(({ id }) => byLine.get(id) ?? []);
  await sql`
    INSERT INTO deploy_unit (order_id, line_id, company_id, n, months, bought)
    SELECT ${orderId}, l.id, l.company_id, row_number() OVER (PARTITION BY l.id ORDER BY r.place, g), r.months, r.bought
      FROM unnest(${rows.map(({ lineId }) => lineId)}::integer[], ${rows.map(({ count }) => count)}::integer[],
                  ${rows.map(({ months }) => months)}::integer[], ${rows.map(({ bought }) => bought)}::boolean[])
           WITH ORDINALITY AS r (line_id, count, months, bought, place)
      JOIN order_line l ON l.id = r.line_id CROSS JOIN LATERAL generate_series(1, r.count) g
     ORDER BY r.place, g`.execute(tx);
}
