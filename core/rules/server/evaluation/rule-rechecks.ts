import { sql } from 'kysely';
import { severities } from '#core/alarms/common/alarm.ts';
import { storedAlarms } from '#core/alarms/server/api.ts';
import { activeAt, DeviceDirectory, deviceFacts, lastSeenByDevice, newestValues } from '#core/devices/server/api.ts';
import { devicePlaces } from '#core/tracking/server/api.ts';
import { nextChange } from '#platform/common/time/week-schedule.ts';
import type { Kit } from '#platform/server/kit.ts';
import { backlog, oldestSeconds } from '#platform/server/monitoring/backlogs.ts';
import { inSystem, queryText, type Tx } from '#platform/server/postgres/database.ts';
import type { CompiledRule, RuleCache } from '../definitions/rule-cache.ts';
import { positions } from '../predicates/compiled-condition.ts';
import { resetRuleState } from './reset-devices.ts';
import { emptyOutcome, type Outcome } from './rule-outcome.ts';
import { loadStates, type WatchedDevice } from './stored-state.ts';
import { writeOutcome } from './write-outcome.ts';

const pageSize = 500;

/** The rechecks that are due. */
export const recheckBacklog = backlog(
  'rechecks',
  sql`SELECT count(*) AS waiting, ${oldestSeconds(sql`due_at`, sql`true`)}, 0 AS failed
    FROM alarm_judgement WHERE due_at <= now()`,
);

const worstOf = ({ levels }: CompiledRule) =>
  [...severities].reverse().find((severity) => levels.some((level) => level.severity === severity));

/** Why a device is rechecked: its due timers, and kinds of alarms that may have lost their rule. */
type Cause = { due: Set<string>; unruled: Set<string> };
type Causes = Map<number, Cause>;

const causeOf = (causes: Causes, device: number): Cause => {
  const cause = causes.get(device) ?? { due: new Set(), unruled: new Set() };
  causes.set(device, cause);
  return cause;
};

/**
 * Evaluates devices without a message: when timers are due, hours begin or end, rules have changed, or devices are
 * silent. Due work is stored in the database, taken with `SKIP LOCKED`, and deleted in the transaction that writes the
 * outcome. Rules are locked before it, as by their deletion, so that neither waits for the other.
 */
export class RuleRechecks {
  private readonly kit: Kit;
  private readonly rules: RuleCache;
  private readonly directory: DeviceDirectory;

  constructor(kit: Kit, rules: RuleCache) {
    this.kit = kit;
    this.rules = rules;
    this.directory = new DeviceDirectory(kit);
  }

  close(): void {
    this.directory.close();
  }

  /** Rechecks the devices whose timers are due, by the current rules: one that no longer applies raises no alarm. */
  timers = (): Promise<void> =>
    this.inPages(async (tx) => {
      const due = await queryText<{ device_id: number; rule_id: number; level: number; changed: boolean }>(tx, {
        name: 'alarm-timers-due',
        text: `WITH free AS MATERIALIZED (
                 SELECT id FROM alarm_rule WHERE id IN (SELECT rule_id FROM alarm_timer WHERE due_at <= now() ORDER BY due_at LIMIT ${pageSize}) FOR KEY SHARE SKIP LOCKED)
               SELECT t.device_id, t.rule_id, t.level,
                      EXISTS (SELECT FROM alarm_judgement j WHERE j.rule_id = t.rule_id AND j.due_at <= now()) AS changed
                 FROM alarm_timer t JOIN free ON free.id = t.rule_id
                WHERE t.due_at <= now() ORDER BY t.due_at LIMIT ${pageSize} FOR UPDATE OF t SKIP LOCKED`,
      });
      if (due.rows.some(({ changed }) => changed)) await this.rules.refresh();
      const causes: Causes = new Map();
      for (const row of due.rows) causeOf(causes, row.device_id).due.add(`${row.rule_id}/${row.level}`);
      const outcome = await this.recheck(tx, causes);
      // A timer that the recheck has restarted is due later.
      await queryText(tx, {
        text: `DELETE FROM alarm_timer t USING unnest($1::integer[], $2::integer[], $3::smallint[]) AS n(d, r, l)
          WHERE t.device_id = n.d AND t.rule_id = n.r AND t.level = n.l AND t.due_at <= now()`,
        values: [
          due.rows.map((row) => row.device_id),
          due.rows.map((row) => row.rule_id),
          due.rows.map((row) => row.level),
        ],
      });
      return { outcome, checked: causes, more: due.rows.length === pageSize };
    });

  /** Rechecks the devices of rules that have changed, or whose hours begin or end. */
  changes = (): Promise<void> =>
    this.inPages(async (tx) => {
      const due = await queryText<{ rule_id: number | null; device_id: number | null; kind: string | null }>(tx, {
        name: 'alarm-rechecks-due',
        text: `WITH due AS MATERIALIZED (SELECT id, rule_id FROM alarm_judgement WHERE due_at <= now() ORDER BY due_at LIMIT 100),
                    free AS MATERIALIZED (SELECT id FROM alarm_rule WHERE id IN (SELECT rule_id FROM due) FOR KEY SHARE SKIP LOCKED)
               DELETE FROM alarm_judgement WHERE id IN (
                 SELECT j.id FROM alarm_judgement j
                  WHERE j.id IN (SELECT id FROM due) AND (j.rule_id IS NULL OR j.rule_id IN (SELECT id FROM free)) FOR UPDATE SKIP LOCKED)
               RETURNING rule_id, device_id, kind`,
      });
      const outcome = emptyOutcome();
      const checked: Causes = new Map();
      if (due.rows.length === 0) return { outcome, checked, more: false };
      await this.rules.refresh();
      for (const { device_id: id, kind } of due.rows)
        if (id !== null) {
          const { unruled } = causeOf(checked, id);
          if (kind !== null) unruled.add(kind);
        }
      await this.recheck(tx, checked, outcome);
      const rules = new Set(due.rows.flatMap(({ rule_id: id }) => (id === null ? [] : (this.rules.byId(id) ?? []))));
      for (const rule of rules) {
        await this.recheckAll(tx, rule, outcome, checked);
        await this.scheduleNext(tx, rule);
      }
      return { outcome, checked, more: due.rows.length === 100 };
    });

  /** Rechecks devices that have fallen silent, and clears alarms whose rule ends them when they are quiet. */
  silence = (): Promise<void> =>
    this.inPages(async (tx) => {
      const outcome = emptyOutcome();
      const checked: Causes = new Map();
      for (const rule of this.rules.silent()) await this.recheckAll(tx, rule, outcome, checked, true);
      const quiet = await queryText<{ device_id: number; kind: string }>(tx, {
        name: 'alarm-quiet',
        text: `SELECT a.device_id, a.kind FROM alarm_rule r JOIN ${storedAlarms} a ON a.rule_id = r.id AND a.disposition IN ('open', 'escalated') AND a.condition = 'active'
                WHERE r.enabled AND r.clear ->> 'afterQuietSeconds' IS NOT NULL AND a.device_id IS NOT NULL
                  AND a.last_at < now() - (r.clear ->> 'afterQuietSeconds')::integer * interval '1 second' LIMIT ${pageSize}`,
      });
      for (const { device_id: deviceId, kind } of quiet.rows) {
        outcome.cleared.set(`${deviceId} ${kind}`, { deviceId, kind, at: Date.now(), reason: 'quiet' });
        causeOf(checked, deviceId);
      }
      return { outcome, checked, more: quiet.rows.length === pageSize };
    });

  /** Runs the work in transactions until there is no more, and publishes after each commit. */
  private async inPages(
    work: (tx: Tx) => Promise<{ outcome: Outcome; checked: Causes; more: boolean }>,
  ): Promise<void> {
    for (let more = true; more; ) {
      const { result, afterCommit } = await inSystem(this.kit.db, async (tx) => {
        const done = await work(tx);
        return { result: done, afterCommit: await writeOutcome(this.kit, tx, done.outcome) };
      });
      // Evaluators read the state of these devices again with their next message.
      resetRuleState(this.kit, [...result.checked.keys()]);
      afterCommit();
      more = result.more;
    }
  }

  private async recheck(tx: Tx, causes: Causes, outcome = emptyOutcome()): Promise<Outcome> {
    if (causes.size === 0) return outcome;
    await this.directory.load(causes.keys());
    const watched = new Map<number, WatchedDevice>();
    for (const id of causes.keys()) {
      const device = this.directory.peek(id);
      if (device) watched.set(id, { device, rules: this.rules.watching(device) });
    }
    const now = Date.now();
    const states = await loadStates(tx, watched, {
      version: this.rules.version,
      batch: { messages: [], events: [] },
      now,
    });
    for (const [id, state] of states) {
      const device = watched.get(id)?.device;
      if (device) state.evaluateNow(device, { shown: activeAt(device, now), now, ...causes.get(id) }, outcome);
    }
    // A suspended device was cut off on purpose: it is not expected to report.
    const isCutOff = ({ deviceId }: { deviceId: number }) => this.directory.peek(deviceId)?.cutOff === true;
    for (const [key, hit] of outcome.hits) if (isCutOff(hit)) outcome.hits.delete(key);
    outcome.started = outcome.started.filter((timer) => !isCutOff(timer));
    return outcome;
  }

  /**
   * Rechecks the devices of a rule in pages; with `silent` only those that have fallen silent and have no such alarm
   * yet.
   */
  private async recheckAll(
    tx: Tx,
    rule: CompiledRule,
    outcome: Outcome,
    checked: Causes,
    silent = false,
  ): Promise<void> {
    for (let after = 0; ; ) {
      const found = await devicesOf(tx, rule, after, silent);
      const causes: Causes = new Map();
      for (const id of found) if (!checked.has(id)) causeOf(causes, id);
      await this.recheck(tx, causes, outcome);
      for (const [id, cause] of causes) checked.set(id, cause);
      after = found.at(-1) ?? 0;
      if (found.length < pageSize) return;
    }
  }

  /** Schedules the recheck at which the hours of the rule next begin or end. */
  private async scheduleNext(tx: Tx, { id, schedule }: CompiledRule): Promise<void> {
    const next = schedule && nextChange(schedule, Date.now());
    await queryText(tx, { text: 'DELETE FROM alarm_judgement WHERE rule_id = $1 AND due_at > now()', values: [id] });
    if (next !== null)
      await queryText(tx, {
        text: 'INSERT INTO alarm_judgement (rule_id, due_at) VALUES ($1, to_timestamp($2 / 1000.0))',
        values: [id, next],
      });
  }
}

/** The ids of a page of the installed devices in the scope of a rule. */
async function devicesOf(tx: Tx, rule: CompiledRule, after: number, silent: boolean): Promise<number[]> {
  const silences = rule.compiled.flatMap((level) => level.silences);
  const isSilent = `AND NOT d.suspended AND NOT EXISTS (SELECT FROM ${storedAlarms} a WHERE a.device_id = d.id AND a.kind = $9 AND a.disposition IN ('open', 'escalated') AND a.condition = 'active' AND a.severity >= $10::alarm_severity)
     AND EXISTS (SELECT FROM unnest($11::integer[], $12::integer[]) AS n(sensor, seconds)
      WHERE CASE WHEN n.sensor IS NULL THEN (SELECT s.last_message_at FROM ${lastSeenByDevice} s WHERE s.device_id = d.id)
                 WHEN n.sensor = ${positions} THEN (SELECT p.time FROM ${devicePlaces} p WHERE p.device_id = d.id)
                 ELSE (SELECT l.time FROM ${newestValues} l WHERE l.device_id = d.id AND l.sensor_id = n.sensor) END < now() - n.seconds * interval '1 second')`;
  const found = await queryText<{ id: number }>(tx, {
    name: silent ? 'alarm-silent-devices' : 'alarm-rule-devices',
    text: `SELECT d.id FROM ${deviceFacts} d
            WHERE d.state = 'installed' AND d.id > $1 AND ($2::integer IS NULL OR d.company_id = $2) AND ($3 = '*' OR d.app = $3)
              AND ($4::integer IS NULL OR d.solution_id = $4) AND ($5::integer IS NULL OR d.hardware_id = $5)
              AND ($6::integer IS NULL OR d.structure_id = $6) AND ($7::integer IS NULL OR d.id = $7)
              AND ($8::integer IS NULL OR d.template_version_id = $8) ${silent ? isSilent : ''}
            ORDER BY d.id LIMIT ${pageSize}`,
    values: [
      after,
      rule.companyId,
      rule.app,
      rule.solutionId,
      rule.hardwareId,
      rule.structureId,
      rule.deviceId,
      rule.templateVersionId,
      ...(silent
        ? [
            rule.compiled[0]?.kind,
            worstOf(rule),
            silences.map(({ sensor }) => sensor),
            silences.map(({ seconds }) => seconds),
          ]
        : []),
    ],
  });
  return found.rows.map(({ id }) => id);
}
