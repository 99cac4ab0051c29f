import { placeWords } from '../../common/place-words.ts';
import type { Predicate } from '../../common/rule.ts';

/** Stands for the device as a whole, whose silence a predicate may watch. */
export const anySensor = '*';
/** Stands for the place of the device, which a predicate compares with geofences. */
export const place = '@';
/** The comparisons of a sentence: those of values, changes and silence. */
export type Operator =
  | Extract<Predicate, { sensor: string }>['is']
  | 'rises'
  | 'falls'
  | 'no-data'
  | (typeof placeWords)[number];
export type SensorKind = 'number' | 'boolean' | 'text' | 'any' | 'place';

const operators: Record<SensorKind, readonly Operator[]> = {
  number: ['>', '>=', '<', '<=', '=', '!=', 'in', 'rises', 'falls', 'no-data'],
  boolean: ['=', '!=', 'no-data'],
  text: ['=', '!=', 'in', 'no-data'],
  any: ['no-data'],
  place: placeWords,
};
export const operatorsFor = (kind: SensorKind): readonly Operator[] => operators[kind];

export const operatorOf = (predicate: Predicate): Operator =>
  'place' in predicate
    ? predicate.place
    : 'noDataFrom' in predicate
      ? 'no-data'
      : 'change' in predicate
        ? predicate.by < 0
          ? 'falls'
          : 'rises'
        : predicate.is;

export const sensorKeyOf = (predicate: Predicate): string =>
  'place' in predicate
    ? place
    : 'noDataFrom' in predicate
      ? (predicate.noDataFrom ?? anySensor)
      : 'change' in predicate
        ? predicate.change
        : predicate.sensor;

const emptyValues = { number: Number.NaN, boolean: true, text: '', any: Number.NaN, place: '' } as const;

const isPlaceWord = (operator: Operator): operator is (typeof placeWords)[number] =>
  placeWords.some((word) => word === operator);

type Choice = { sensor: string; kind: SensorKind; operator?: Operator };

/** The predicate with another sensor or comparison; what still fits is kept. */
export function withOperator(before: Predicate, { sensor, kind, operator = operatorOf(before) }: Choice): Predicate {
  const fitting = operators[kind].includes(operator) ? operator : (operators[kind][0] as Operator);
  if (isPlaceWord(fitting)) return { place: fitting, geofenceId: 'place' in before ? before.geofenceId : null };
  if (fitting === 'no-data')
    return {
      noDataFrom: sensor === anySensor ? null : sensor,
      seconds: 'noDataFrom' in before ? before.seconds : 600,
    };
  if (fitting === 'rises' || fitting === 'falls') {
    const { overSeconds = 600, by = Number.NaN } = 'change' in before ? before : {};
    return { change: sensor, overSeconds, by: fitting === 'falls' ? -Math.abs(by) : Math.abs(by) };
  }
  const kept = 'sensor' in before ? before : null;
  const limit = kept?.value;
  const empty = emptyValues[kind];
  const fits = typeof limit === typeof empty;
  const value = fitting === 'in' ? (Array.isArray(limit) ? limit : []) : fits && limit !== undefined ? limit : empty;
  return { sensor, is: fitting, value, ...(kept?.clearBand ? { clearBand: kept.clearBand } : {}) };
}
