import { queryText } from '#platform/server/postgres/database.ts';
import {
  type AlarmChange,
  type AlarmContext,
  type ChangeRow,
  changeColumns,
  emitAlarms,
  partySites,
  publishChanges,
  shownAt,
  toChange,
} from './alarm-changes.ts';
import { classesWith } from './alarm-classes.ts';
import { type About, aboutKey, type Cleared, type Lowered, lastOfEach } from './alarm-input.ts';

/** Every statement that locks several alarms does so in this order, as raising does, so that none waits for another in a circle. */
const inLockOrder = 'ORDER BY a.about, a.kind, a.id FOR UPDATE OF a';

type Changing = Pick<Cleared, 'kind'> & About;

/**
 * Locks the open alarms that a transaction is going to change by several statements, which each keep the order only among
 * their own. One kind of change needs no lock before it.
 */
export async function lockBeforeChanges(
  { tx }: Pick<AlarmContext, 'tx'>,
  changes: readonly (readonly Changing[])[],
): Promise<void> {
  if (changes.filter(({ length }) => length > 0).length < 2) return;
  const all = changes.flat();
  await queryText(tx, {
    name: 'alarm-lock',
    text: `SELECT FROM alarm a WHERE (a.about, a.kind) IN (SELECT * FROM unnest($1::text[], $2::text[]))
              AND a.disposition IN ('open', 'escalated') ${inLockOrder}`,
    values: [all.map(aboutKey), all.map(({ kind }) => kind)],
  });
}

/** Lowers the severity and the rank of open alarms, which is an event without notifications. */
export async function lowerAlarms(context: AlarmContext, alarms: readonly Lowered[]): Promise<AlarmChange[]> {
  if (alarms.length === 0) return [];
  const lowered = lastOfEach(alarms);
  const now = Date.now();
  const result = await queryText<ChangeRow>(context.tx, {
    name: 'alarm-lower',
    text: `WITH lower AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::smallint[], $6::text[]) AS n(about, kind, severity, at, rank, reason)),
           held AS MATERIALIZED (
             SELECT a.id, l.severity, l.at, l.rank, l.reason FROM lower l JOIN alarm a ON a.about = l.about AND a.kind = l.kind
              WHERE a.disposition IN ('open', 'escalated') AND (a.severity > l.severity::alarm_severity OR a.rank < l.rank) ${inLockOrder}),
           done AS (
             UPDATE alarm a SET severity = least(a.severity, l.severity::alarm_severity), rank = greatest(a.rank, l.rank) FROM held l WHERE a.id = l.id
             RETURNING a.*, l.at, l.reason),
           logged AS (
             INSERT INTO alarm_event (alarm_id, company_id, at, action, data)
             SELECT id, company_id, to_timestamp(at / 1000.0), 'severity-lowered', jsonb_strip_nulls(jsonb_build_object('severity', severity, 'reason', reason)) FROM done)
           SELECT ${changeColumns}, ${shownAt('done')} AS devices, ${partySites('done')} AS parties, at FROM done`,
    values: [
      lowered.map(aboutKey),
      lowered.map(({ kind }) => kind),
      lowered.map(({ severity }) => severity),
      lowered.map(({ at }) => at ?? now),
      lowered.map(({ rank }) => rank ?? null),
      lowered.map(({ reason }) => reason ?? null),
    ],
  });
  const changes = result.rows.map(toChange);
  publishChanges(context, changes, 'changed');
  return changes;
}

/** Marks conditions as cleared. Alarms of classes that end then are terminated; others stay open for a person. */
export async function clearAlarms(context: AlarmContext, alarms: readonly Cleared[]): Promise<AlarmChange[]> {
  if (alarms.length === 0) return [];
  const cleared = lastOfEach(alarms);
  const now = Date.now();
  const result = await queryText<ChangeRow & { closed: boolean }>(context.tx, {
    name: 'alarm-clear',
    text: `WITH over AS (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::double precision[]) AS n(about, kind, at, reason, over_value)),
           held AS MATERIALIZED (
             SELECT a.id, o.at, o.reason, o.over_value FROM over o JOIN alarm a ON a.about = o.about AND a.kind = o.kind
              WHERE a.condition = 'active' AND a.disposition IN ('open', 'escalated') ${inLockOrder}),
           done AS (
             UPDATE alarm a SET condition = 'cleared', cleared_at = greatest(a.first_at, to_timestamp(o.at / 1000.0)),
                    disposition = CASE WHEN a.app || ' ' || a.class = ANY ($6::text[]) THEN 'terminated' ELSE a.disposition END,
                    closed_at = CASE WHEN a.app || ' ' || a.class = ANY ($6) THEN now() END
               FROM held o WHERE a.id = o.id
             RETURNING a.*, o.over_value, o.reason),
           logged AS (
             INSERT INTO alarm_event (alarm_id, company_id, at, action, data)
             SELECT id, company_id, cleared_at, 'cleared', jsonb_strip_nulls(CASE WHEN over_value IS NULL THEN jsonb_build_object('reason', reason)
                    ELSE jsonb_build_object('reason', reason, 'sensor', sensor, 'value', over_value) END) FROM done
             UNION ALL SELECT id, company_id, cleared_at, 'terminated', '{}' FROM done WHERE closed_at IS NOT NULL)
           SELECT ${changeColumns}, ${shownAt('done')} AS devices, ${partySites('done')} AS parties, (extract(epoch FROM cleared_at) * 1000)::bigint AS at, closed_at IS NOT NULL AS closed FROM done`,
    values: [
      cleared.map(aboutKey),
      cleared.map(({ kind }) => kind),
      cleared.map(({ at }) => at ?? now),
      cleared.map(({ reason }) => reason ?? null),
      cleared.map(({ value }) => value ?? null),
      classesWith(context.kit, 'endsWhenCleared'),
    ],
  });
  const changes = result.rows.map(toChange);
  publishChanges(context, changes, 'cleared');
  await emitAlarms(context, 'alarm.closed', result.rows.filter(({ closed }) => closed).map(toChange));
  return changes;
}

/**
 * Ends all open alarms about devices and subjects that are no longer watched, or those of a kind for which another alarm
 * stands. The locales have a text for the reason under `reasons`.
 */
export async function endAlarms(
  context: AlarmContext,
  abouts: readonly (About & { kind?: string })[],
  reason: string,
): Promise<AlarmChange[]> {
  if (abouts.length === 0) return [];
  const result = await queryText<ChangeRow>(context.tx, {
    name: 'alarm-end',
    text: `WITH held AS MATERIALIZED (
             SELECT a.id FROM unnest($1::text[], $3::text[]) AS n(about, kind) JOIN alarm a ON a.about = n.about AND a.kind = coalesce(n.kind, a.kind)
              WHERE a.disposition IN ('open', 'escalated') ${inLockOrder}),
           done AS (
             UPDATE alarm a SET disposition = 'terminated', closed_at = now() FROM held h WHERE a.id = h.id
             RETURNING a.*),
           logged AS (
             INSERT INTO alarm_event (alarm_id, company_id, action, data)
             SELECT id, company_id, 'terminated', jsonb_build_object('reason', $2::text) FROM done)
           SELECT ${changeColumns}, ${shownAt('done')} AS devices, ${partySites('done')} AS parties, (extract(epoch FROM last_at) * 1000)::bigint AS at FROM done`,
    values: [abouts.map(aboutKey), reason, abouts.map(({ kind }) => kind ?? null)],
  });
  const changes = result.rows.map(toChange);
  publishChanges(context, changes, 'closed');
  await emitAlarms(context, 'alarm.closed', changes);
  return changes;
}
