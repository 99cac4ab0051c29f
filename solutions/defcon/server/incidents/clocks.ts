import { sql } from 'kysely';
import { storedAlarms, storedParties } from '#core/alarms/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { settingOf, settingsOf } from '#platform/server/records/app-settings.ts';
import { refuse } from '#platform/server/refuse.ts';
import { ofIncidents } from '../../common/alarms.ts';
import { type Settings, settings, usualSettings } from '../../common/settings/setting.ts';
import { logSteps } from './panel-life.ts';
import type { CalledAbout } from './police-target.ts';

/** What happens to an incident next. `idle`: its holder loses it; `station`: a station loses it to its headquarters. */
export type Clock = 'ring' | 'administrators' | 'police' | 'station' | 'idle';

/** An open incident with what decides how long it waits. */
export type Waiting = CalledAbout & {
  escalatedTo: number | null;
  /** The role and the company of the desk, and whether it has taken the incident. */
  role: string;
  deskId: number;
  isTaken: boolean;
  /** The headquarters to which it was given. */
  hqCompanyId: number | null;
  panelId: number | null;
  /** The name of the company of the desk. */
  deskName: string;
  policeResponse: boolean;
};

/** Those of the incidents that are open; with `lock`, nobody acts on them until the end of the transaction. */
export async function waitingOf(
  { tx, actor }: Emitting,
  ids: readonly number[],
  { lock = false } = {},
): Promise<Waiting[]> {
  if (ids.length === 0) return [];
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Waiting>`
      SELECT a.id, a.company_id, a.structure_id, a.subject_name, a.rank, a.desk_company_id, a.kind, a.escalated_to, i.panel_id,
             coalesce(company_called(coalesce(a.desk_company_id, a.company_id)), '') AS desk_name,
             coalesce(p.role, 'owner') AS role, coalesce(a.desk_company_id, a.company_id) AS desk_id,
             CASE WHEN a.desk_company_id IS NULL THEN a.acknowledged_at IS NOT NULL ELSE p.acknowledged_at IS NOT NULL END AS is_taken,
             (SELECT h.company_id FROM defcon_locality h WHERE h.id = i.hq_id) AS hq_company_id,
             (SELECT n.police_response FROM defcon_panel n WHERE n.id = i.panel_id) AS police_response
        FROM ${sql.raw(storedAlarms)} a JOIN defcon_incident i ON i.alarm_id = a.id
        LEFT JOIN ${sql.raw(storedParties)} p ON p.alarm_id = a.id AND p.company_id = a.desk_company_id
       WHERE a.id = ANY (${ids}::integer[]) AND a.closed_at IS NULL ORDER BY a.id ${lock ? sql`FOR UPDATE OF a` : sql``}`.execute(
      tx,
    ),
  );
  return rows;
}

/** Whose settings say how long it waits: those of a station are its headquarters'. */
const rulesFrom = ({ role, hqCompanyId, deskId }: Waiting): number =>
  role === 'local' && hqCompanyId !== null ? hqCompanyId : deskId;

/** Of four values, that of the rank; less urgent ones have the last. */
const ofRank = (values: readonly number[], rank: number): number => values[Math.min(rank, values.length) - 1] ?? 0;

/** How long nobody may have taken an incident. Customers have no settings for it. */
export const ackSeconds = ({ role, rank }: Waiting, rules: Settings): number =>
  role === 'hq' ? rules.hqAckSeconds : ofRank((role === 'monitor' ? rules : usualSettings).ackSeconds, rank);

/**
 * How long its holder may do nothing; null where nobody waits for that: at home, with the police, and while a responder is
 * on the way.
 */
const idleSeconds = ({ role, rank, escalatedTo }: Waiting, rules: Settings): number | null =>
  role === 'monitor' && escalatedTo === null ? ofRank(rules.idleSeconds, rank) || null : null;

/** What an incident waits for; null if for nothing. */
export type Due = { clock: Clock; seconds: number } | null;
type NextOf = (one: Waiting, rules: Settings) => Due;

/** What it waits for when it has just come to its desk, or when its holder has just done something. */
export const first: NextOf = (one, rules) => {
  if (one.isTaken) {
    const seconds = idleSeconds(one, rules);
    return seconds === null ? null : { clock: 'idle', seconds };
  }
  if (one.role === 'local') return { clock: 'station', seconds: rules.localAckSeconds };
  return { clock: 'ring', seconds: ackSeconds(one, rules) };
};

/**
 * Sets the clocks of incidents. Those that are being worked on at this moment are left alone: what is due looks at the
 * incident again when it gets its turn.
 */
export async function setClocks(context: Emitting, waiting: readonly Waiting[], next: NextOf): Promise<void> {
  if (waiting.length === 0) return;
  const { tx, actor } = context;
  await bypassRls(tx, actor.scope, async () => {
    const rules = await settingsOf(tx, settings, [...new Set(waiting.map(rulesFrom))]);
    const due = waiting.map((one) => next(one, rules(rulesFrom(one))));
    await sql`
      UPDATE defcon_clock c SET clock = n.clock, due_at = now() + n.seconds * interval '1 second'
        FROM unnest(${waiting.map(({ id }) => id)}::integer[], ${due.map((one) => one?.clock ?? null)}::text[], ${due.map((one) => one?.seconds ?? null)}::integer[]) AS n (id, clock, seconds)
       WHERE c.alarm_id = n.id AND c.alarm_id IN (
         SELECT o.alarm_id FROM defcon_clock o WHERE o.alarm_id = ANY (${waiting.map(({ id }) => id)}::integer[]) FOR UPDATE SKIP LOCKED)`.execute(
      tx,
    );
  });
}

/** Stops the clocks of incidents that wait for nobody any more. */
export async function stopClocks({ tx, actor }: Emitting, ids: readonly number[]): Promise<void> {
  await bypassRls(tx, actor.scope, () =>
    sql`UPDATE defcon_clock SET clock = NULL, due_at = NULL WHERE alarm_id = ANY (${ids}::integer[])`.execute(tx),
  );
}

/** Starts the clocks of new incidents, and of those that have come to another desk. */
export async function startClocks(context: Emitting, ids: readonly number[]): Promise<void> {
  const waiting = await waitingOf(context, ids);
  if (waiting.length === 0) return;
  await bypassRls(context.tx, context.actor.scope, () =>
    sql`INSERT INTO defcon_clock (alarm_id, company_id)
        SELECT * FROM unnest(${waiting.map(({ id }) => id)}::integer[], ${waiting.map(({ companyId }) => companyId)}::integer[])
            ON CONFLICT DO NOTHING`.execute(context.tx),
  );
  await setClocks(context, waiting, first);
}

type Acting = DomainEvents['alarm.acting'];
const isIncident = ({ app, class: of }: { app: string; class: string }) => app === 'defcon' && of === ofIncidents;

/** An incident is its holder's for some time after everything that the desk does with it. */
export async function followClocks(context: Emitting, { alarms, action }: Acting): Promise<void> {
  const { tx, actor } = context;
  const own = alarms.filter((alarm) => isIncident(alarm) && alarm.by.hasDesk);
  if (own.length === 0) return;
  if (action === 'take-over') await assertLeftAlone(context, own);
  const ids = own.map(({ id }) => id);
  await bypassRls(tx, actor.scope, () =>
    sql`UPDATE defcon_clock SET worked_at = now() WHERE alarm_id IN (
          SELECT o.alarm_id FROM defcon_clock o WHERE o.alarm_id = ANY (${ids}::integer[]) FOR UPDATE SKIP LOCKED)`.execute(
      tx,
    ),
  );
  // The action itself is stored afterwards.
  const waiting = (await waitingOf(context, ids)).map((one) => ({
    ...one,
    isTaken: one.isTaken || action === 'acknowledge',
  }));
  if (action === 'acknowledge') await logTaken(context, waiting);
  const next: NextOf = (one, rules) => (action === 'escalate-user' ? null : first(one, rules));
  await setClocks(
    context,
    waiting.filter(({ isTaken }) => isTaken),
    next,
  );
}

/** The life of the panel has who took the incident; that the police accepts it is a step of its own. */
const logTaken = (context: Emitting, taken: readonly Waiting[]): Promise<void> =>
  logSteps(
    context,
    'incident-taken',
    taken.filter(({ role }) => role === 'owner' || role === 'monitor'),
    ({ deskName }) => ({ company: deskName }),
  );

/** The clocks of the company to which an incident was given start. */
export const deskMoved = (context: Emitting, { alarms }: DomainEvents['alarm.desk-moved']): Promise<void> =>
  startClocks(
    context,
    alarms.filter(isIncident).map(({ id }) => id),
  );

/** Until when an operator may not take an incident over, because somebody of the company has just worked on it. */
export async function heldUntil(
  { tx, actor }: Pick<Emitting, 'tx' | 'actor'>,
  id: number,
  { companyId, isAdministrator }: Pick<Acting['alarms'][number]['by'], 'companyId' | 'isAdministrator'>,
): Promise<string | null> {
  if (isAdministrator) return null;
  const { rows } = await bypassRls(tx, actor.scope, async () => {
    const { takeOverMinutes } = await settingOf(tx, settings, companyId);
    return sql<{ until: string }>`
      SELECT worked_at + ${takeOverMinutes} * interval '1 minute' AS until FROM defcon_clock
       WHERE alarm_id = ${id} AND worked_at + ${takeOverMinutes} * interval '1 minute' > now()`.execute(tx);
  });
  return rows[0]?.until ?? null;
}

/** An operator takes an incident over only from somebody who has done nothing for some time; an administrator always. */
async function assertLeftAlone(context: Emitting, [alarm]: Acting['alarms']): Promise<void> {
  if (alarm?.by.role !== 'monitor') return;
  const until = await heldUntil(context, alarm.id, alarm.by);
  if (until !== null) throw refuse(409, 'holder-active', { until });
}
