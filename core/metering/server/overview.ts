import { sql } from 'kysely';
import { appsWithDevices } from '#core/devices/server/api.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { MoneyOverview, meteringOverviewRoutes } from '../common/overview.ts';
import { consumptionOfMeters, isoSpan, monthSoFar, periodBefore, usagesOf, zoneOfCaller } from './consumption.ts';
import { firstDayOf, monthAt } from './months.ts';
import { printMonth } from './reports/reports.ts';

export const meteringOverviewHandlers: Handlers<typeof meteringOverviewRoutes> = {
  async consumption(context) {
    const { query } = context;
    const zone = await zoneOfCaller(context);
    const period = monthSoFar(Date.now(), zone);
    const before = periodBefore(period, zone);
    const structures = query.structureId === undefined ? {} : { structures: [query.structureId] };
    const meters = await consumptionOfMeters(
      context,
      { apps: appsWithDevices(context), ...structures },
      { period, before },
    );
    return { period: isoSpan(period), before: isoSpan(before), utilities: usagesOf(meters) };
  },
  print: (context) => printMonth(context, context.params.id, context.body.lang),
  async money({ tx }) {
    const month = monthAt(Date.now(), 'UTC');
    const rows = await sql<MoneyOverview>`
      SELECT statement ->> 'currency' AS currency,
             count(*) FILTER (WHERE state = 'issued' AND kind = 'bill' AND issued_at >= ${firstDayOf(month)}::date) AS issued,
             coalesce(sum((statement ->> 'total')::bigint) FILTER (WHERE state <> 'draft' AND issued_at >= ${firstDayOf(month)}::date), 0)::bigint AS total,
             count(*) FILTER (WHERE state = 'draft') AS drafts,
             coalesce(sum((statement ->> 'total')::bigint) FILTER (WHERE state = 'draft'), 0)::bigint AS draft_total
        FROM meter_bill GROUP BY 1 ORDER BY 1`.execute(tx);
    return { month, currencies: rows.rows };
  },
};
