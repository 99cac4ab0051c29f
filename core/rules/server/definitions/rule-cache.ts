import { sql } from 'kysely';
import { alarmKindOf } from '#core/alarms/common/rule-kind.ts';
import { isTechnical } from '#core/alarms/server/api.ts';
import { type CachedDevice, type SensorRegistry, sensorRegistry } from '#core/devices/server/api.ts';
import { geofenceShapes } from '#core/places/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import type { WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import type { Condition } from '../../common/condition.ts';
import type { Level, Rule } from '../../common/rule.ts';
import type { CompiledCondition } from '../predicates/compiled-condition.ts';
import { compile } from '../predicates/predicate.ts';
import { narrowestRules } from './narrowest-rules.ts';
import { type NamedSchedule, withHours } from './rule-schedules.ts';

/** A level of a rule with its compiled condition. */
export type CompiledLevel = Pick<Level, 'severity' | 'trigger'> &
  CompiledCondition & {
    /** Identifies the level among those of a device. */
    key: string;
    /** The position within the rule. */
    at: number;
    rule: Rule;
    /** The kind of its alarms. */
    kind: string;
    /** Whether they are about the device itself. */
    technical: boolean;
  };
/** Without levels if one of them names an unknown sensor. */
export type CompiledRule = Rule & { compiled: readonly CompiledLevel[] };

// Rules that apply to every device.
const builtInRule = (id: number, kind: string, severity: Level['severity'], condition: Condition): Rule => ({
  id,
  companyId: null,
  app: '*',
  class: '*',
  kind,
  names: null,
  solutionId: null,
  hardwareId: null,
  templateVersionId: null,
  structureId: null,
  deviceId: null,
  levels: [{ severity, condition, trigger: { type: 'simple' } }],
  clear: { forSeconds: 0 },
  scheduleId: null,
  schedule: null,
  actions: [],
  message: null,
});
export const builtInRules: readonly Rule[] = [
  builtInRule(-1, 'battery-low', 'poor', { sensor: 'battery', is: '<', value: 20, clearBand: 5 }),
  builtInRule(-2, 'tamper', 'problem', { sensor: 'tamper', is: '=', value: true }),
  builtInRule(-3, 'clock-drift', 'ok', {
    any: [
      { sensor: 'clockOffset', is: '>', value: 300, clearBand: 30 },
      { sensor: 'clockOffset', is: '<', value: -300, clearBand: 30 },
    ],
  }),
];

const isSame = (before: CompiledRule, rule: Rule): boolean => {
  const named = rule.scheduleId !== null;
  const comparable = (candidate: Rule) =>
    JSON.stringify({ ...candidate, compiled: undefined, schedule: named ? null : candidate.schedule });
  return comparable(before) === comparable(rule) && (!named || before.schedule === rule.schedule);
};

/** Compiles the levels of a rule. Throws if one names an unknown sensor. */
export const compileRule = (rule: Rule, sensors: SensorRegistry, technical = false): CompiledRule => ({
  ...rule,
  compiled: rule.levels.map(({ severity, trigger, condition }, at) => ({
    ...compile(condition, (key) => sensors.named(rule.app, key), rule.geofenceNames ?? {}),
    severity,
    trigger,
    key: `${rule.id}/${at}`,
    at,
    rule,
    kind: alarmKindOf(rule),
    technical,
  })),
});

/** All enabled rules, compiled. They are read again when a rule changes and every half minute. */
export class RuleCache {
  /** Incremented with every change. State of an older version is outdated. */
  version = 0;
  private rules: readonly CompiledRule[] = [];
  private byCompany = new Map<number | null, CompiledRule[]>();
  /** One object for all rules of a schedule, as long as its hours are unchanged. */
  private schedules = new Map<number, WeekSchedule>();
  private running: Promise<void> = Promise.resolve();
  /** A refresh that has not begun yet; it serves all callers until it does. */
  private queued: Promise<void> | undefined;
  private readonly kit: Kit;

  constructor(kit: Kit) {
    this.kit = kit;
  }

  /** Reads the rules again. Refreshes run one after another: an older reading never replaces a newer one. */
  refresh(): Promise<void> {
    this.queued ??= this.running.then(() => {
      this.queued = undefined;
      const run = this.readAll();
      this.running = run.catch(() => undefined);
      return run;
    });
    return this.queued;
  }

  private async readAll(): Promise<void> {
    const stored = await inSystem(this.kit.telemetry.db, (tx) => this.readStored(tx));
    const sensors = sensorRegistry(this.kit.apps);
    const cached = new Map(this.rules.map((rule) => [rule.id, rule]));
    const all = [...builtInRules, ...stored].map((rule) => {
      const before = cached.get(rule.id);
      return before && isSame(before, rule) ? before : this.compile(rule, sensors);
    });
    if (all.length === this.rules.length && all.every((rule, i) => rule === this.rules[i])) return;
    this.rules = all;
    this.byCompany = Map.groupBy(all, (rule) => rule.companyId);
    this.version++;
  }

  /** Reads the stored rules with the hours of their schedules. */
  private async readStored(tx: Tx): Promise<Rule[]> {
    const rules = await sql<Rule>`
      SELECT id, company_id, app, class, kind, names, solution_id, hardware_id, template_version_id, structure_id, device_id, levels, clear, schedule_id, schedule, actions, message,
             (SELECT jsonb_object_agg(g.id, g.name) FROM ${sql.raw(geofenceShapes)} g
               WHERE g.company_id = r.company_id AND to_jsonb(g.id) IN (SELECT n FROM jsonb_path_query(r.levels, '$.** ? (@.place == "outside").geofenceId ? (@ != null)') n)) AS geofence_names
        FROM alarm_rule r WHERE enabled ORDER BY id`.execute(tx);
    const ids = [...new Set(rules.rows.flatMap(({ scheduleId }) => scheduleId ?? []))];
    const stored = await sql<NamedSchedule>`
      SELECT id, hours FROM ${sql.raw(weekSchedules)} s WHERE id = ANY (${ids}::integer[])`.execute(tx);
    this.schedules = new Map(
      stored.rows.map(({ id, hours }) => {
        const before = this.schedules.get(id);
        return [id, before && JSON.stringify(before) === JSON.stringify(hours) ? before : hours];
      }),
    );
    return withHours(rules.rows, this.schedules);
  }

  /** Compiles a rule. An invalid one is logged and left out, so that it does not stop all others. */
  private compile(rule: Rule, sensors: SensorRegistry): CompiledRule {
    try {
      return compileRule(rule, sensors, rule.id < 0 || isTechnical(this.kit, rule.app, rule.kind));
    } catch (error) {
      this.kit.log.error({ err: error, rule: rule.id, app: rule.app }, 'a rule is left out');
      return { ...rule, compiled: [] };
    }
  }

  byId(id: number): CompiledRule | undefined {
    return this.rules.find((rule) => rule.id === id);
  }

  /** The enabled rules with a condition that can become true without a message. */
  silent(): CompiledRule[] {
    return this.rules.filter((rule) => rule.compiled.some(({ silences }) => silences.length > 0));
  }

  /** The rules that apply to the device and its sensors. */
  watching(device: CachedDevice): CompiledRule[] {
    const measured = new Set([...device.sensors.values()].map((sensor) => sensor.id));
    const possible = [...(this.byCompany.get(null) ?? []), ...(this.byCompany.get(device.companyId) ?? [])].filter(
      ({ compiled }) =>
        compiled.length > 0 &&
        compiled.every(({ sensors }) => sensors.every((id) => measured.has(id))) &&
        compiled.every(
          ({ places, people, events, attributes }) =>
            (device.maxSpeed !== null || !places) &&
            (device.tracksPerson || !people) &&
            events.every(({ kind }) => device.events.has(kind)) &&
            attributes.every((key) => device.attributes.has(key)),
        ),
    );
    return narrowestRules(possible, device);
  }
}
