import { hasRunningContract } from '#core/accounts/server/api.ts';
import { type DomainEvents, type Emitting, emit } from '#platform/server/domain-events.ts';
import { bypassRls, queryText } from '#platform/server/postgres/database.ts';
import { type AlarmContext, changesOf, publishChanges, publishToParties } from '../raising/alarm-changes.ts';
import { ownerRoles } from './sides.ts';

type Ending = {
  /** Parties of alarms, or of all open ones of the two companies that worked for each other. */
  of: { parties: readonly AlarmParty[] } | { companies: readonly [number, number] };
  /** False if the company must no longer read the alarm. */
  readsOn?: boolean;
  /** The locales have a text for it under `reasons`. */
  reason: string;
};
/** A company as a party of an alarm. */
export type AlarmParty = { alarmId: number; companyId: number };
/** `app` and `class`: of an alarm whose desk was theirs. */
type Ended = {
  alarm_id: number;
  company_id: number;
  structure_id: number | null;
  app: string | null;
  class: string | null;
};

/** Ends companies as parties. The desk of one that ends falls back to the owner, whose clocks start. */
async function end(context: AlarmContext, { of, readsOn = true, reason }: Ending): Promise<void> {
  const { tx, kit, actor } = context;
  const parties = 'parties' in of ? of.parties : null;
  const alarmIds = parties?.map(({ alarmId }) => alarmId) ?? null;
  const partyIds = parties?.map(({ companyId }) => companyId) ?? null;
  const ended = await bypassRls(tx, actor.scope, () =>
    queryText<Ended>(tx, {
      name: 'alarm-party-end',
      text: `WITH held AS MATERIALIZED (
               SELECT a.id, p.company_id AS party_id, CASE WHEN a.closed_at IS NULL THEN jsonb_build_object(
                        'severity', a.severity, 'condition', a.condition, 'disposition', a.disposition, 'escalatedTo', a.escalated_to,
                        'count', a.count, 'lastAt', a.last_at, 'clearedAt', a.cleared_at, 'deskRole',
                        (SELECT d.role FROM alarm_party d WHERE d.alarm_id = a.id AND d.company_id = nullif(a.desk_company_id, p.company_id))) END AS as_of
                 FROM alarm_party p JOIN alarm a ON a.id = p.alarm_id
                WHERE p.until_at IS NULL AND p.company_id = ANY (coalesce($2::integer[], $6::integer[])) AND ($1::integer[] IS NULL OR a.id = ANY ($1))
                  AND ((a.id, p.company_id) IN (SELECT * FROM unnest($1, $2)) OR (a.closed_at IS NULL AND p.owner_id = ANY ($6)))
                ORDER BY a.about, a.kind, a.id FOR UPDATE OF a),
             over AS (
               UPDATE alarm_party p SET until_at = now(), reads_on = p.reads_on AND $3::boolean, as_of = h.as_of FROM held h
                WHERE p.alarm_id = h.id AND p.company_id = h.party_id AND p.until_at IS NULL RETURNING p.alarm_id, p.company_id, p.structure_id, p.role),
             moved AS (
               UPDATE alarm a SET desk_company_id = NULL, acknowledged_at = NULL, acknowledged_by = NULL FROM over o
                WHERE a.id = o.alarm_id AND a.desk_company_id = o.company_id AND a.closed_at IS NULL RETURNING a.id, a.company_id, a.app, a.class, o.role),
             logged AS (
               INSERT INTO alarm_event (alarm_id, company_id, actor_id, action, data)
               SELECT a.id, a.company_id, rasid_user(), 'party-ended', jsonb_build_object('companyId', o.company_id, 'role', o.role, 'reason', $4::text)
                 FROM over o JOIN alarm a ON a.id = o.alarm_id
               UNION ALL
               SELECT id, company_id, rasid_user(), 'desk-moved', jsonb_build_object('from', role, 'to', $5::jsonb ->> (app || ' ' || class), 'reason', $4::text) FROM moved)
             SELECT o.alarm_id, o.company_id, o.structure_id, m.app, m.class FROM over o LEFT JOIN moved m ON m.id = o.alarm_id`,
      values: [
        ...[alarmIds, partyIds, readsOn, reason, JSON.stringify(ownerRoles(kit.apps))],
        'companies' in of ? of.companies : null,
      ],
    }),
  );
  const byAlarm = Map.groupBy(ended.rows, (row) => row.alarm_id);
  const changes = await changesOf(context, [...byAlarm.keys()]);
  publishChanges(context, changes, 'changed');
  const moved = ended.rows.flatMap(({ alarm_id: id, app, class: of }) => (app && of ? [{ id, app, class: of }] : []));
  if (moved.length > 0) await emit(context, 'alarm.desk-moved', { alarms: moved });
  // Their pages lose the alarm.
  publishToParties(
    context,
    changes.map((change) => ({
      ...change,
      parties: (byAlarm.get(change.id) ?? []).map(({ company_id, structure_id }) => ({
        companyId: company_id,
        structureId: structure_id,
      })),
    })),
    'closed',
  );
}

/**
 * Ends companies as parties of alarms, of which there can be many. They read them as they are now, unless `readsOn` is
 * false.
 */
export async function endParties(
  context: AlarmContext,
  parties: readonly AlarmParty[],
  { readsOn, reason }: Pick<Ending, 'readsOn' | 'reason'>,
): Promise<void> {
  if (parties.length > 0)
    await end(context, { of: { parties }, reason, ...(readsOn === undefined ? {} : { readsOn }) });
}

/** Ends one company as a party of alarms. */
export const endParty = (
  context: AlarmContext,
  alarmIds: readonly number[],
  companyId: number,
  ending: Pick<Ending, 'readsOn' | 'reason'>,
): Promise<void> =>
  endParties(
    context,
    alarmIds.map((alarmId) => ({ alarmId, companyId })),
    ending,
  );

/**
 * Two companies whose last contract has ended are no longer parties of each other's alarms. They read the closed ones, of
 * which there can be very many, as they were: those are neither locked nor published, and their history gets no event.
 */
export async function endPartiesOfContract(
  context: Emitting,
  { providerId, clientId }: DomainEvents['contract.ended'],
): Promise<void> {
  const { tx, actor } = context;
  const companies = [providerId, clientId] as const;
  if (await bypassRls(tx, actor.scope, () => hasRunningContract(tx, ...companies))) return;
  await end(context, { of: { companies }, reason: 'contract-ended' });
  await bypassRls(tx, actor.scope, () =>
    queryText(tx, {
      text: `UPDATE alarm_party p SET until_at = now()
              WHERE p.until_at IS NULL AND p.company_id = ANY ($1::integer[]) AND p.owner_id = ANY ($1)`,
      values: [companies],
    }),
  );
}
