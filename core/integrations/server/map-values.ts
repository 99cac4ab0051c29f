import type { CachedDevice } from '#core/devices/server/api.ts';
import type { MappingRule } from '../common/mapping.ts';
import { isObject, storableText } from './inbound.ts';

const maxKeys = 500;
/** The maximum length of a key in a mapping. */
const maxKeyLength = 120;

/** The values of nested objects and lists under dotted names. */
export function flat(values: object, before = '', into = new Map<string, unknown>()): Map<string, unknown> {
  for (const [key, value] of Object.entries(values)) {
    if (into.size >= maxKeys) break;
    const name = before === '' ? key : `${before}.${key}`;
    if (isObject(value) || Array.isArray(value)) flat(value, name, into);
    else if (value !== null && value !== undefined && value !== '') into.set(name, value);
  }
  return into;
}

/** Values by the key of their sensor, and for each key of the message whether it is a value of the device. */
export type Mapped = { values: Record<string, unknown>; keys: Map<string, { used: boolean; example: string }> };

const exampleOf = (value: unknown) => storableText(String(value).slice(0, 80));

function converted(value: unknown, { values, factor, offset }: MappingRule): unknown {
  const named = String(value);
  if (Object.hasOwn(values, named)) return values[named];
  return typeof value === 'number' ? value * factor + offset : value;
}

/** Maps keys of a sender to sensors: by the rules, else by the usual names of the kind. */
export function mapValues(
  device: Pick<CachedDevice, 'sensors'>,
  given: Readonly<Record<string, unknown>>,
  rules: readonly MappingRule[],
  usual: Readonly<Record<string, string>> | null,
): Mapped {
  const byKey = new Map(rules.map((rule) => [rule.key, rule]));
  const mapped: Mapped = { values: {}, keys: new Map() };
  for (const [key, value] of flat(given)) {
    const rule = byKey.get(key);
    const sensor = rule ? rule.sensor : usual === null ? key : Object.hasOwn(usual, key) ? usual[key] : undefined;
    const used = typeof sensor === 'string' && device.sensors.has(sensor);
    if (used) mapped.values[sensor] = rule ? converted(value, rule) : value;
    // A key that a mapping cannot name is not offered; ignored keys count as mapped, like used ones.
    if (key.length <= maxKeyLength && storableText(key) === key)
      mapped.keys.set(key, { used: used || rule?.sensor === null, example: exampleOf(value) });
  }
  return mapped;
}
