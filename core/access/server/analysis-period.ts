import { sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { type AnalysisQuery, type AnalysisStep, maxAnalysisDays } from '../common/lock-analysis.ts';

const longestInHours = 2;
const longestInDays = 92;

type Asked = Pick<Context, 'tx' | 'actor'> & { query: AnalysisQuery };

/** The scope of an analysis: its period in steps of the company's time zone, and the structures and devices. */
export type Analysed = {
  step: AnalysisStep;
  zone: string;
  from: string;
  to: string;
  /** Null for all. */
  structures: readonly number[] | null;
  devices: readonly number[] | null;
};

const numbers = (text: string | undefined) => text?.split(',').map(Number) ?? null;

/** Refuses an empty period and one of more than 370 days. Structures that the caller may not see are left out. */
export async function analysedBy({ tx, actor, query }: Asked, app: string): Promise<Analysed> {
  const length = Date.parse(query.to) - Date.parse(query.from);
  if (length <= 0) throw invalid('to', 'toAfterFrom');
  if (length > maxAnalysisDays * dayMs) throw invalid('to', 'daysCount');
  const { session } = actor;
  const seen = resourcesWith(session, app, 'analysis', 'read')?.map(Number) ?? null;
  const asked = numbers(query.structureId);
  return {
    step: length <= longestInHours * dayMs ? 'hour' : length <= longestInDays * dayMs ? 'day' : 'month',
    zone: await zoneOfCompany(tx, session.actingFor ?? session.user.companyId),
    from: query.from,
    to: query.to,
    structures: asked && seen ? asked.filter((id) => seen.includes(id)) : (asked ?? seen),
    devices: numbers(query.deviceId),
  };
}

/** The starts of the steps of a period. */
export async function analysisSteps(tx: Tx, { step, zone, from, to }: Analysed): Promise<string[]> {
  const { rows } = await sql<{ start: string }>`
    SELECT generate_series(date_trunc(${step}, ${from}::timestamptz, ${zone}), ${to}::timestamptz - interval '1 microsecond', ('1 ' || ${step})::interval, ${zone}) AS start`.execute(
    tx,
  );
  return rows.map(({ start }) => start);
}

/** SQL for the index of the step of a line, from zero. Searching a list is faster than `date_trunc` in a time zone. */
export const stepIndex = (starts: readonly string[]) => sql<number>`width_bucket(l.time, ${starts}::timestamptz[]) - 1`;

/** SQL for the lines of the log in the scope of an analysis; `l` names the log. */
export const logLinesOf = (app: string, { from, to, structures, devices }: Analysed) => sql`
  l.app = ${app} AND l.time >= ${from}::timestamptz AND l.time < ${to}::timestamptz
  AND (${structures}::integer[] IS NULL OR l.structure_id = ANY (${structures}::integer[]))
  AND (${devices}::integer[] IS NULL OR l.device_id = ANY (${devices}::integer[]))`;
