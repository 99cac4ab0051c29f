import { sql } from 'kysely';
import { type KnownDevice, type SensorRegistry, sensorRegistry } from '#core/devices/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import type { WeekSchedule } from '#platform/common/week-schedule.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Rule } from '../common/rule.ts';
import { type CompiledCondition, compile } from './predicate.ts';
import { type NamedSchedule, withHours } from './rule-schedules.ts';

export type CompiledRule = Rule & { compiled: CompiledCondition | null };

// Alarms that every device may raise without anybody writing a rule. Source: decisions.md, 1-core.md §9 (battery 20 %).
const standing = (
  id: number,
  kind: string,
  severity: Rule['severity'],
  condition: Rule['condition'],
  hysteresis: number,
): Rule => ({
  id,
  companyId: null,
  app: '*',
  class: 'status',
  kind,
  severity,
  solutionId: null,
  hardwareId: null,
  structureId: null,
  deviceId: null,
  condition,
  trigger: { type: 'simple' },
  hysteresis,
  scheduleId: null,
  schedule: null,
  enabled: true,
});
const standingRules: readonly Rule[] = [
  standing(-1, 'battery-low', 'poor', { sensor: 'battery', is: '<', value: 20 }, 5),
  standing(-2, 'tamper', 'problem', { sensor: 'tamper', is: '=', value: true }, 0),
];

const isSame = (before: CompiledRule, rule: Rule): boolean => {
  const named = rule.scheduleId !== null;
  const plain = (one: Rule) => JSON.stringify({ ...one, compiled: undefined, schedule: named ? null : one.schedule });
  return plain(before) === plain(rule) && (!named || before.schedule === rule.schedule);
};

/** Every enabled rule, compiled; read anew when one changes and every half minute. */
export class RuleBook {
  /** Grows with every reading: what was derived from an older one is stale. */
  version = 0;
  private rules: readonly CompiledRule[] = [];
  private byCompany = new Map<number | null, CompiledRule[]>();
  /** One object for all rules that name the same, as long as its hours are the same. */
  private schedules = new Map<number, WeekSchedule>();
  private readonly kit: Kit;

  constructor(kit: Kit) {
    this.kit = kit;
  }

  async read(): Promise<void> {
    const found = await inSystem(this.kit.telemetry.db, (tx) => this.stored(tx));
    const sensors = sensorRegistry(this.kit.apps);
    const known = new Map(this.rules.map((rule) => [rule.id, rule]));
    const all = [...standingRules, ...found].map((rule) => {
      const before = known.get(rule.id);
      return before && isSame(before, rule) ? before : { ...rule, compiled: this.compiled(rule, sensors) };
    });
    if (all.length === this.rules.length && all.every((rule, i) => rule === this.rules[i])) return;
    this.rules = all;
    this.byCompany = Map.groupBy(all, (rule) => rule.companyId);
    this.version++;
  }

  /** The rules as they are kept, with the hours of the schedules that they name. */
  private async stored(tx: Tx): Promise<Rule[]> {
    const rules = await sql<Rule>`
      SELECT id, company_id, app, class, kind, severity, solution_id, hardware_id, structure_id, device_id, condition, trigger, hysteresis, schedule_id, schedule, enabled
        FROM alarm_rule WHERE enabled`.execute(tx);
    const ids = [...new Set(rules.rows.flatMap(({ scheduleId }) => scheduleId ?? []))];
    const found = await sql<NamedSchedule>`
      SELECT id, hours FROM ${sql.raw(weekSchedules)} s WHERE id = ANY (${ids}::integer[])`.execute(tx);
    this.schedules = new Map(
      found.rows.map(({ id, hours }) => {
        const before = this.schedules.get(id);
        return [id, before && JSON.stringify(before) === JSON.stringify(hours) ? before : hours];
      }),
    );
    return withHours(rules.rows, this.schedules);
  }

  /** A rule that names what no slice of this process knows must not stop the rules of everybody else. */
  private compiled(rule: Rule, sensors: SensorRegistry): CompiledCondition | null {
    if (!rule.condition) return null;
    try {
      return compile(rule.condition, rule.hysteresis, (key) => sensors.named(rule.app, key));
    } catch (error) {
      this.kit.log.error({ err: error, rule: rule.id, app: rule.app }, 'a rule is left out');
      return null;
    }
  }

  byId(id: number): CompiledRule | undefined {
    return this.rules.find((rule) => rule.id === id);
  }

  /** The rules that watch the values of this device. */
  of(device: KnownDevice): CompiledRule[] {
    const measured = new Set([...device.sensors.values()].map((sensor) => sensor.id));
    return [...(this.byCompany.get(null) ?? []), ...(this.byCompany.get(device.companyId) ?? [])].filter(
      (rule) =>
        rule.compiled?.sensors.every((id) => measured.has(id)) &&
        (rule.app === '*' || rule.app === device.app) &&
        (rule.solutionId === null || rule.solutionId === device.solutionId) &&
        (rule.hardwareId === null || rule.hardwareId === device.hardwareId) &&
        (rule.structureId === null || rule.structureId === device.structureId) &&
        (rule.deviceId === null || rule.deviceId === device.id),
    );
  }
}
