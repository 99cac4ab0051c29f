import { sql } from 'kysely';
import { type KnownDevice, type SensorRegistry, sensorRegistry } from '#core/devices/server/api.ts';
import { inSystem } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Rule } from '../common/rule.ts';
import { type CompiledCondition, compile } from './predicate.ts';

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
  schedule: null,
  enabled: true,
});
const standingRules: readonly Rule[] = [
  standing(-1, 'battery-low', 'poor', { sensor: 'battery', is: '<', value: 20 }, 5),
  standing(-2, 'tamper', 'problem', { sensor: 'tamper', is: '=', value: true }, 0),
];

/** Every enabled rule, compiled; read anew when one changes and every half minute. */
export class RuleBook {
  /** Grows with every reading: what was derived from an older one is stale. */
  version = 0;
  private rules: readonly CompiledRule[] = [];
  private byCompany = new Map<number | null, CompiledRule[]>();
  private readonly kit: Kit;

  constructor(kit: Kit) {
    this.kit = kit;
  }

  async read(): Promise<void> {
    const found = await inSystem(this.kit.telemetry.db, (tx) =>
      sql<Rule>`SELECT id, company_id, app, class, kind, severity, solution_id, hardware_id, structure_id, device_id, condition, trigger, hysteresis, schedule, enabled FROM alarm_rule WHERE enabled`.execute(
        tx,
      ),
    );
    const sensors = sensorRegistry(this.kit.apps);
    const known = new Map(this.rules.map((rule) => [rule.id, rule]));
    const all = [...standingRules, ...found.rows].map((rule) => {
      const before = known.get(rule.id);
      const same =
        before &&
        JSON.stringify({ ...before, compiled: undefined }) === JSON.stringify({ ...rule, compiled: undefined });
      return same
        ? before
        : {
            ...rule,
            compiled: this.compiled(rule, sensors),
          };
    });
    if (all.length === this.rules.length && all.every((rule, i) => rule === this.rules[i])) return;
    this.rules = all;
    this.byCompany = Map.groupBy(all, (rule) => rule.companyId);
    this.version++;
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
