import { sensorRegistry } from '#core/devices/server/api.ts';
import type { FieldError } from '#platform/common/list.ts';
import type { Kit } from '#platform/server/kit.ts';
import { Invalid } from '#platform/server/refuse.ts';
import { type Level, type Predicate, predicatesOf } from '../common/rule.ts';

const ordered = ['>', '>=', '<', '<='];

/** Refuses levels with unknown sensors, and comparisons that the kind of a sensor does not allow, under `levels.<n>`. */
export function assertSensors(kit: Pick<Kit, 'apps'>, app: string, levels: readonly Level[]): void {
  const errors = sensorFaults(kit, app, levels);
  if (errors.length > 0) throw new Invalid(errors);
}

/** The faults of levels by their path below the rule. */
export function sensorFaults(kit: Pick<Kit, 'apps'>, app: string, levels: readonly Level[]): FieldError[] {
  const { named } = sensorRegistry(kit.apps);
  const faultOf = (predicate: Predicate): string | null => {
    if ('place' in predicate) return null;
    const key =
      'noDataFrom' in predicate ? predicate.noDataFrom : 'change' in predicate ? predicate.change : predicate.sensor;
    if (key === null) return null;
    const sensor = named(app, key);
    if (!sensor) return 'unknown-sensor';
    if ('noDataFrom' in predicate) return null;
    if ('change' in predicate) return sensor.kind === 'number' ? null : 'invalid';
    const { is, value } = predicate;
    if (typeof value === 'object' && 'sensor' in value)
      return sensor.kind === 'number' && named(app, value.sensor)?.kind === 'number' ? null : 'invalid';
    if (Array.isArray(value) !== (is === 'in') || (ordered.includes(is) && sensor.kind !== 'number')) return 'invalid';
    const types = (Array.isArray(value) ? value : [value]).map((one) => typeof one);
    const type = sensor.kind === 'text' ? 'string' : sensor.kind;
    return types.every((one) => one === type) ? null : 'invalid';
  };
  return levels.flatMap(({ condition }, at): FieldError[] =>
    predicatesOf(condition).flatMap((predicate) => {
      const fault = faultOf(predicate);
      return fault === null ? [] : [{ param: `levels.${at}.condition`, msg: fault }];
    }),
  );
}
