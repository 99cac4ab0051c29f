import { sql } from 'kysely';
import { endAlarms, setSubjectAlarms } from '#core/alarms/server/api.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { type DueWork, dueBatch } from '#platform/server/due.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { type JobState, job } from '../../common/jobs/job.ts';
import { lateFrom } from '../../common/jobs/lateness.ts';
import type { StopState } from '../../common/jobs/stop.ts';
import { aboutRecord } from '../record-alarms.ts';

const batch = 200;
/** So long before its planned begin a job without a vehicle that has taken it is an alarm. */
const unassignedMs = hourMs;
const severities = { 'job-unassigned': 'ok', 'job-late': 'problem', 'job-failed': 'poor' } as const;
type Kind = keyof typeof severities;

type Job = {
  id: number;
  companyId: number;
  structureId: number;
  number: string;
  title: string;
  state: JobState;
  plannedFrom: string | null;
  plannedTo: string | null;
};
type Stop = { state: StopState; windowTo: string | null };

/** What is wrong with a job now, and when something else may be. */
function evaluate(of: Job, stops: readonly Stop[], now: number): { kinds: Kind[]; next: number | null } {
  const iso = (at: string | null) => at && new Date(at).toISOString();
  const planned = {
    state: of.state,
    plannedTo: iso(of.plannedTo),
    stops: stops.map(({ state, windowTo }) => ({ state, windowTo: iso(windowTo) })),
  };
  const late = lateFrom(planned);
  const unassigned = of.state === 'draft' && of.plannedFrom ? Date.parse(of.plannedFrom) - unassignedMs : null;
  const times = { 'job-late': late, 'job-unassigned': unassigned } as const;
  const begun = (Object.keys(times) as (keyof typeof times)[]).filter((kind) => (times[kind] ?? Infinity) <= now);
  const coming = Object.values(times).filter((at): at is number => at !== null && at > now);
  return {
    kinds: [...begun, ...(of.state === 'failed' ? (['job-failed'] as const) : [])],
    next: coming.length === 0 ? null : Math.min(...coming),
  };
}

/** Aligns the alarms about jobs with what is wrong with them now, and stores when each is to be checked again. */
async function align(context: Emitting, jobs: readonly Job[]): Promise<void> {
  const { tx } = context;
  const ids = jobs.map(({ id }) => id);
  const rows = await tx
    .selectFrom('fleetJobStop')
    .select(['jobId', 'state', 'windowTo'])
    .where('jobId', '=', anyOf(ids))
    .execute();
  const stopsOf = Map.groupBy(rows, ({ jobId }) => jobId);
  const now = Date.now();
  const evaluated = jobs.map((of) => ({ of, ...evaluate(of, stopsOf.get(of.id) ?? [], now) }));
  // A job that was taken or cancelled is settled; there is nothing to acknowledge.
  await endAlarms(
    context,
    evaluated.flatMap(({ of, kinds }) =>
      kinds.includes('job-unassigned') ? [] : { ...aboutRecord({ ...of, type: 'job-card' }), kind: 'job-unassigned' },
    ),
    'job-settled',
  );
  for (const [companyId, ofCompany] of Map.groupBy(evaluated, ({ of }) => of.companyId))
    for (const kind of Object.keys(severities) as Kind[])
      await setSubjectAlarms(
        context,
        { app: 'fleet', kind, companyId, type: 'job-card' },
        ofCompany.map(({ of }) => of.id),
        ofCompany.flatMap(({ of: { id, number, title, structureId }, kinds }) =>
          kinds.includes(kind) ? { id, structureId, name: `${number} ${title}`, severity: severities[kind] } : [],
        ),
      );
  const next = evaluated.map((one) => (one.next === null ? null : new Date(one.next).toISOString()));
  await sql`
    UPDATE fleet_job_card t SET alarms_due_at = n.at
      FROM unnest(${ids}::integer[], ${next}::timestamptz[]) AS n (id, at) WHERE t.id = n.id`.execute(tx);
}

/** Alarms about jobs that nobody has taken, that are late, or that have failed. */
export const jobAlarmDue: DueWork = dueBatch<Job>(
  'alarms of jobs',
  { table: job.table, at: 'alarms_due_at' },
  batch,
  align,
);
