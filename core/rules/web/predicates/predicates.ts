import { placeWords, positionWords } from '#core/alarms/common/place-words.ts';
import type { AttributeSpec } from '#core/devices/common/manifest.ts';
import type { Predicate } from '../../common/condition.ts';

/** Stands for the device as a whole, whose silence a predicate may watch. */
export const anySensor = '*';
/** Stands for the place of the device, which a predicate compares with geofences. */
export const placeOperand = '@';
/** Stands for the person who wears the device. */
export const personOperand = '&';
const eventMark = '!';
const attributeMark = '#';
/** The prefixes that mark a kind of events, and an attribute, among the sensors. */
export const eventKey = (kind: string): string => eventMark + kind;
export const attributeKey = (attribute: string): string => attributeMark + attribute;
export const isEvent = (key: string): boolean => key.startsWith(eventMark);
export const isAttribute = (key: string): boolean => key.startsWith(attributeMark);
/** The kind of events or the attribute that a key represents. */
export const named = (key: string): string => key.slice(1);

/** The comparisons of a sentence: those of values, changes, silence, places and events. */
export type Operator =
  | Extract<Predicate, { sensor: string }>['is']
  | 'rises'
  | 'falls'
  | 'no-data'
  | 'jumps'
  | 'drops'
  | 'happens'
  | 'over-limit'
  | 'no-person'
  | (typeof placeWords)[number]
  | (typeof positionWords)[number];
export type SensorKind = 'number' | 'boolean' | 'text' | 'any' | 'place' | 'person' | 'event';

const operators: Record<SensorKind, readonly Operator[]> = {
  number: ['>', '>=', '<', '<=', '=', '!=', 'in', 'rises', 'falls', 'jumps', 'drops', 'no-data'],
  boolean: ['=', '!=', 'no-data'],
  text: ['=', '!=', 'in', 'no-data'],
  any: ['no-data'],
  place: [...placeWords, ...positionWords, 'over-limit'],
  person: ['no-person'],
  event: ['happens'],
};
/** Attributes are known as they were last reported: they have no past and do not fall silent. */
const ofReadings: readonly Operator[] = ['rises', 'falls', 'jumps', 'drops', 'no-data'];
export const operatorsFor = (key: string, kind: SensorKind): readonly Operator[] =>
  isAttribute(key) ? operators[kind].filter((operator) => !ofReadings.includes(operator)) : operators[kind];

export const attributeKind = (spec: AttributeSpec | undefined): SensorKind => spec?.kind ?? 'text';

export function operatorOf(predicate: Predicate): Operator {
  if ('place' in predicate) return predicate.place;
  if ('position' in predicate) return predicate.position;
  if ('limit' in predicate) return 'over-limit';
  if ('person' in predicate) return 'no-person';
  if ('event' in predicate) return 'happens';
  if ('noDataFrom' in predicate) return 'no-data';
  if ('change' in predicate) return isFall(predicate.by) ? 'falls' : 'rises';
  if ('step' in predicate) return isFall(predicate.by) ? 'drops' : 'jumps';
  return predicate.is;
}

export function sensorKeyOf(predicate: Predicate): string {
  if ('place' in predicate || 'position' in predicate || 'limit' in predicate) return placeOperand;
  if ('person' in predicate) return personOperand;
  if ('event' in predicate) return eventKey(predicate.event);
  if ('attribute' in predicate) return attributeKey(predicate.attribute);
  if ('noDataFrom' in predicate) return predicate.noDataFrom ?? anySensor;
  if ('step' in predicate) return predicate.step;
  return 'change' in predicate ? predicate.change : predicate.sensor;
}

/** Whether a change is a fall; one whose amount is missing yet is -0. */
const isFall = (by: number): boolean => by < 0 || Object.is(by, -0);
/** The amount of a change without its sign; NaN while it is missing. */
export const amountOf = (by: number): number => Math.abs(by) || Number.NaN;
/** A change of another amount in the direction that it has. */
export const withAmount = (by: number, amount: number): number => (isFall(by) ? -1 : 1) * (Math.abs(amount) || 0);

const emptyValues = { number: Number.NaN, boolean: true, text: '' } as const;

const isPlaceWord = (operator: Operator): operator is (typeof placeWords)[number] =>
  placeWords.some((word) => word === operator);
const isPositionWord = (operator: Operator): operator is (typeof positionWords)[number] =>
  positionWords.some((word) => word === operator);
const usual = { faster: 120, slower: 20, away: 200, older: 21_600 } as const;
type Comparison = Extract<Predicate, { attribute: string }>;

type Choice = { sensor: string; kind: SensorKind; operator?: Operator };

/** The predicate with another sensor or comparison; what still fits is kept. */
export function withOperator(before: Predicate, { sensor, kind, operator = operatorOf(before) }: Choice): Predicate {
  const possible = operatorsFor(sensor, kind);
  const fitting = possible.includes(operator) ? operator : (possible[0] as Operator);
  if (isPlaceWord(fitting)) return { place: fitting, geofenceId: 'place' in before ? before.geofenceId : null };
  if (isPositionWord(fitting)) return { position: fitting, than: usual[fitting] };
  if (fitting === 'over-limit') return { limit: 'fence', over: 10 };
  if (fitting === 'no-person') return { person: 'unknown' };
  if (fitting === 'happens') return { event: named(sensor), where: {}, times: 1, withinSeconds: 600 };
  if (fitting === 'no-data')
    return {
      noDataFrom: sensor === anySensor ? null : sensor,
      seconds: 'noDataFrom' in before ? before.seconds : 600,
    };
  if (fitting === 'rises' || fitting === 'falls') {
    const { overSeconds = 600, by = 0 } = 'change' in before ? before : {};
    return { change: sensor, overSeconds, by: fitting === 'falls' ? -Math.abs(by) : Math.abs(by) };
  }
  if (fitting === 'jumps' || fitting === 'drops') {
    const { by = 0, onlyWhile = undefined } = 'step' in before ? before : {};
    const state = onlyWhile ? { onlyWhile } : {};
    return { step: sensor, by: fitting === 'drops' ? -Math.abs(by) : Math.abs(by), ...state };
  }
  const kept = 'sensor' in before || 'attribute' in before ? before : null;
  const limit = kept?.value;
  const empty = kind === 'number' || kind === 'boolean' ? emptyValues[kind] : emptyValues.text;
  const fits = typeof limit === typeof empty;
  const value = (
    fitting === 'in' ? (Array.isArray(limit) ? limit : []) : fits && limit !== undefined ? limit : empty
  ) as Comparison['value'];
  const band = kept?.clearBand ? { clearBand: kept.clearBand } : {};
  return isAttribute(sensor)
    ? { attribute: named(sensor), is: fitting, value, ...band }
    : { sensor, is: fitting, value, ...band };
}
