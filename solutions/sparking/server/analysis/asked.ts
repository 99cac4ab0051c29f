import { type RawBuilder, sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import type { StateSpan } from '#platform/common/time/state-spans.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import { invalid } from '#platform/server/refuse.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';
import { maxDays, maxLocationIds, maxUseDays, type ParkingPeriod } from '../../common/analysis.ts';
import { readableAt } from '../locations/sites.ts';
import { quarterMs } from '../stays/times.ts';

export type Asking = Pick<Context, 'tx' | 'actor'>;
/** What a call is about: car parks that the caller may see, their groups or null for all, and a period until now at most. */
export type Asked = {
  locations: readonly { id: number; name: string; countedUntil: string }[];
  ids: readonly number[];
  groups: readonly number[] | null;
  use: ParkingPeriod['use'];
  period: StateSpan;
  zone: string;
};

/** A period of days may have an hour more where clocks go back. */
const clockMs = 3_600_000;
export const idsOf = (text: string | undefined): number[] | null => text?.split(',').map(Number) ?? null;

type Named = Partial<Pick<ParkingPeriod, 'from' | 'to'>>;
/** The period that a call names, or the last seven days. */
export function withPeriod<Query extends Named>(query: Query): Query & Pick<ParkingPeriod, 'from' | 'to'> {
  const { to = new Date().toISOString() } = query;
  const { from = new Date(Date.parse(to) - 7 * dayMs).toISOString() } = query;
  return { ...query, from, to };
}

/** The period of a call. Refuses one that ends before it begins, is too long, or, if that is needed, not of quarters. */
function periodOf({ from, to, use }: ParkingPeriod, { mostDays, byQuarters }: Limits): StateSpan {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  if (period.to <= period.from) throw invalid('to', 'outOfRange');
  const most = use !== undefined && byQuarters ? Math.min(mostDays, maxUseDays) : mostDays;
  if (period.to - period.from > most * dayMs + clockMs) throw invalid('to', 'periodTooLong');
  if (byQuarters)
    for (const field of ['from', 'to'] as const) if (period[field] % quarterMs !== 0) throw invalid(field, 'quarter');
  return period;
}

type Limits = { mostDays: number; byQuarters: boolean };

/** What a call asks for, as far as the caller may see it. */
export async function askedFor(
  { tx, actor }: Asking,
  query: ParkingPeriod,
  limits: Partial<Limits> = {},
): Promise<Asked> {
  const { mostDays = maxDays, byQuarters = false } = limits;
  const { from, to } = periodOf(query, { mostDays, byQuarters });
  const [asked, groups] = [idsOf(query.locationIds), idsOf(query.groupIds)];
  if (asked && asked.length > maxLocationIds) throw invalid('locationIds', 'tooMany');
  const { rows } = await sql<Asked['locations'][number]>`
    SELECT l.id, l.name, c.counted_until FROM sparking_location l JOIN sparking_counted c ON c.id = l.id
     WHERE ${inCompanies(actor.scope, 'company_id', 'l')} AND ${readableAt(actor, 'analysis', 'l.id')}
       AND (${asked}::integer[] IS NULL OR l.id = ANY (${asked}::integer[]))
       AND (${groups}::integer[] IS NULL OR EXISTS (SELECT FROM sparking_group g WHERE g.location_id = l.id AND g.id = ANY (${groups}::integer[])))
     ORDER BY l.name, l.id`.execute(tx);
  const zone = await zoneOfCompany(tx, companyOf(actor));
  const period = { from, to: Math.min(to, Math.max(from, Date.now())) };
  return { locations: rows, ids: rows.map(({ id }) => id), groups, use: query.use, period, zone };
}

/** A condition on the version `v` of a bay. */
export const isAsked = ({ ids, groups, use }: Asked): RawBuilder<boolean> => sql`(
  v.location_id = ANY (${ids}::integer[]) AND (${groups}::integer[] IS NULL OR v.group_id = ANY (${groups}::integer[]))
  AND (${use ?? null}::text IS NULL OR v.use = ${use ?? null}))`;
