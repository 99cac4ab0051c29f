import {
  type AlarmChange,
  clearAlarms,
  inBatch,
  lockBeforeChanges,
  lowerAlarms,
  raiseAlarms,
} from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import { type Acting, runActions } from '../definitions/rule-actions.ts';
import type { Outcome, TimerStart } from './rule-outcome.ts';

/** Writes the alarms and timers of an evaluation, and the commands of its rules. Returns the work for after the commit. */
export async function writeOutcome(kit: Kit, tx: Tx, outcome: Outcome): Promise<() => void> {
  // Stopped first: a timer may be started again in the same evaluation.
  await stopTimers(tx, outcome.stopped);
  await startTimers(tx, outcome.started);
  await scheduleRechecks(tx, outcome.recheckAt);
  const context = inBatch(kit, tx);
  const hits = [...outcome.hits.values()];
  const lowered = [...outcome.lowered.values()];
  const cleared = [...outcome.cleared.values()];
  await lockBeforeChanges(context, [hits, lowered, cleared]);
  const raised = await raiseAlarms(context, hits);
  await lowerAlarms(context, lowered);
  await clearAlarms(context, cleared);
  context.afterCommit(await runActions(kit, tx, actingOf(raised, outcome)));
  return context.run;
}

/** The alarms whose rules act now, with what they do. */
const actingOf = (raised: readonly AlarmChange[], { hits }: Outcome): Acting[] =>
  raised.flatMap(({ id, companyId, app, deviceId, kind, acts }) => {
    const actions = acts && deviceId !== null ? (hits.get(`${deviceId} ${kind}`)?.actions ?? []) : [];
    return actions.length > 0 && deviceId !== null ? [{ alarmId: id, companyId, app, deviceId, actions }] : [];
  });

async function startTimers(tx: Tx, started: readonly TimerStart[]): Promise<void> {
  if (started.length === 0) return;
  await queryText(tx, {
    name: 'alarm-timer-start',
    // A rule may have been deleted since it was read, and the device may be uninstalled at this moment: its timers are
    // deleted by a transaction that does not see those of this one, so that one has to wait for the other.
    text: `INSERT INTO alarm_timer AS t (device_id, rule_id, level, since, due_at)
           SELECT n.d, r, l, to_timestamp(s / 1000.0), now() + u * interval '1 second'
             FROM unnest($1::integer[], $2::integer[], $3::smallint[], $4::bigint[], $5::integer[]) AS n(d, r, l, s, u)
             JOIN alarm_rule ON alarm_rule.id = n.r
             JOIN ${deviceFacts} f ON f.id = n.d AND f.state = 'installed'
            ORDER BY n.d FOR KEY SHARE OF f
           ON CONFLICT (device_id, rule_id, level) DO UPDATE SET since = excluded.since, due_at = excluded.due_at`,
    values: [
      started.map((one) => one.deviceId),
      started.map((one) => one.ruleId),
      started.map((one) => one.level),
      started.map((one) => one.since),
      started.map((one) => one.seconds),
    ],
  });
}

async function scheduleRechecks(tx: Tx, rechecks: Outcome['recheckAt']): Promise<void> {
  if (rechecks.length === 0) return;
  await queryText(tx, {
    text: `INSERT INTO alarm_judgement (device_id, due_at)
     SELECT DISTINCT d, to_timestamp(t / 1000.0) FROM unnest($1::integer[], $2::bigint[]) AS n(d, t)`,
    values: [rechecks.map(({ deviceId }) => deviceId), rechecks.map(({ at }) => at)],
  });
}

async function stopTimers(tx: Tx, stopped: Outcome['stopped']): Promise<void> {
  if (stopped.length === 0) return;
  await queryText(tx, {
    name: 'alarm-timer-stop',
    text: `DELETE FROM alarm_timer t USING unnest($1::integer[], $2::integer[], $3::smallint[]) AS n(d, r, l)
            WHERE t.device_id = n.d AND t.rule_id = n.r AND t.level = n.l`,
    values: [stopped.map((one) => one.deviceId), stopped.map((one) => one.ruleId), stopped.map((one) => one.level)],
  });
}
