import type { z } from 'zod';
import type { SensorType } from '#core/devices/common/manifest.ts';
import { attributesOf, eventsOf } from '#core/devices/common/models/model-events.ts';
import { sensorRegistry } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { FieldError } from '#platform/common/list.ts';
import type { Kit } from '#platform/server/kit.ts';
import { Invalid } from '#platform/server/refuse.ts';
import { type Predicate, predicatesOf, sensorsOf } from '../../common/condition.ts';
import type { Level } from '../../common/rule.ts';

type Declared = Pick<AppManifest, 'hardware'>;
const ordered = ['>', '>=', '<', '<='];

/** Refuses levels with unknown sensors, and comparisons that the kind of a sensor does not allow, under `levels.<n>`. */
export function assertSensors(kit: Pick<Kit, 'apps'>, app: string, levels: readonly Level[]): void {
  const errors = sensorFaults(kit, app, levels);
  if (errors.length > 0) throw new Invalid(errors);
}

/** The faults of levels by their path below the rule. */
export function sensorFaults(kit: Pick<Kit, 'apps'>, app: string, levels: readonly Level[]): FieldError[] {
  const { named } = sensorRegistry(kit.apps);
  const manifest = kit.apps.find(({ id }) => id === app) ?? {};
  const whileFault = ({ onlyWhile }: OfKind<'step'>): string | null => {
    if (!onlyWhile) return null;
    const other = named(app, onlyWhile.sensor);
    return other ? comparisonFault(other.kind, '=', onlyWhile.is) : 'unknown-sensor';
  };
  const faultOf = (predicate: Predicate): string | null => {
    if ('place' in predicate || 'position' in predicate || 'limit' in predicate) return null;
    if ('person' in predicate) return tracksPeople(manifest) ? null : 'unknown-person';
    if ('event' in predicate) return eventFault(manifest, predicate);
    if ('attribute' in predicate) return attributeFault(manifest, predicate);
    const [key] = sensorsOf(predicate);
    if (key === undefined) return null;
    const sensor = named(app, key);
    if (!sensor) return 'unknown-sensor';
    if ('noDataFrom' in predicate) return null;
    if ('change' in predicate) return sensor.kind === 'number' ? null : 'invalid';
    if ('step' in predicate) return sensor.kind === 'number' ? whileFault(predicate) : 'invalid';
    const { is, value } = predicate;
    if (typeof value === 'object' && 'sensor' in value)
      return sensor.kind === 'number' && named(app, value.sensor)?.kind === 'number' ? null : 'invalid';
    return comparisonFault(sensor.kind, is, value);
  };
  return levels.flatMap(({ condition }, at): FieldError[] =>
    predicatesOf(condition).flatMap((predicate) => {
      const fault = faultOf(predicate);
      return fault === null ? [] : [{ param: `levels.${at}.condition`, msg: fault }];
    }),
  );
}

/** Whether people wear devices of the app. */
const tracksPeople = ({ hardware = [] }: Declared) => hardware.some(({ positions }) => positions?.person !== undefined);

type Scalar = string | number | boolean;
type OfKind<Key extends string> = Extract<Predicate, Record<Key, unknown>>;

/**
 * Only "one of" has a list, and only numbers have an order; values have the type of the sensor or attribute that they
 * are compared with.
 */
function comparisonFault(
  kind: SensorType['kind'],
  is: OfKind<'sensor'>['is'],
  value: Scalar | Scalar[],
): string | null {
  if (Array.isArray(value) !== (is === 'in') || (ordered.includes(is) && kind !== 'number')) return 'invalid';
  const type = kind === 'text' ? 'string' : kind;
  return [value].flat().every((one) => typeof one === type) ? null : 'invalid';
}

function attributeFault(app: Declared, { attribute, is, value }: OfKind<'attribute'>): string | null {
  const known = attributesOf(app, null)[attribute];
  return known ? comparisonFault(known.kind, is, value) : 'unknown-attribute';
}

/** The kind is declared by a model, and each value is one that the field of its data can have. */
function eventFault(app: Declared, { event, where }: OfKind<'event'>): string | null {
  const declared = eventsOf(app, null)[event];
  if (!declared) return 'unknown-event';
  const shapes: Readonly<Record<string, z.ZodType>> = declared.shape;
  const fits = ([field, values]: [string, Scalar[]]) =>
    shapes[field] !== undefined && values.every((value) => shapes[field]?.safeParse(value).success);
  return Object.entries(where).every(fits) ? null : 'invalid';
}
