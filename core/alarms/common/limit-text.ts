import type { Alarm } from './alarm.ts';
import type { Limit } from './limit.ts';
import { placeWords, positionWords } from './place-words.ts';

/** How an app names sensors and writes values in a language. */
export type LimitTexts = {
  locale: 'en' | 'ar';
  sensor(key: string): string;
  value(sensor: string, value: number | boolean | string): string;
  /** "No data for 10 minutes" */
  noData(duration: string): string;
  /** "Left Dubai Marina", "Faster than 120 km/h"; the words are under `atPlace` in the locales. */
  place(word: PlaceWord | PositionWord | 'outsideAll' | 'overLimit' | 'step' | 'noPerson', what: string): string;
  /** "Access", the name of a kind of events. */
  event(kind: string): string;
  /** "Firmware", the name of an attribute. */
  attribute(key: string): string;
};

/** What a device did at a geofence. */
export type PlaceWord = (typeof placeWords)[number];
const isPlace = (operator: Limit['operator']): operator is PlaceWord => placeWords.some((word) => word === operator);
type PositionWord = (typeof positionWords)[number];
const isPosition = (operator: Limit['operator']): operator is PositionWord =>
  positionWords.some((word) => word === operator);

/** Whether the text of the limit is a phrase, and not a comparison. */
const isPhrase = (operator: Limit['operator']): boolean =>
  ['event', 'over-limit', 'step', 'no-person'].includes(operator) || isPlace(operator) || isPosition(operator);

const symbols: Partial<Record<Limit['operator'], string>> = { '>=': '≥', '<=': '≤', '!=': '≠', in: '=' };

const words: Partial<Record<Limit['operator'], string>> = {
  '>': 'above',
  '>=': 'atLeast',
  '<': 'below',
  '<=': 'atMost',
};

/** The key of the words for a crossed limit, under `crossed` in the locales; undefined without such words. */
export const crossedWord = ({ operator }: Limit): string | undefined => words[operator];

const numberFormat = (locale: 'en' | 'ar', options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale === 'ar' ? 'ar-u-nu-latn' : 'en-GB', options);

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration in its largest whole unit: "10 minutes". */
export function durationText(seconds: number, locale: 'en' | 'ar'): string {
  const [unit, size] = units.find(([, size]) => seconds % size === 0) ?? units[3];
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
}

const unitText = (unit: 'kilometer-per-hour' | 'meter', value: number, locale: 'en' | 'ar') =>
  numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);

/** "120 km/h", "200 m", "6 hours" */
function positionText(word: PositionWord, value: number, locale: 'en' | 'ar'): string {
  if (word === 'older') return durationText(value, locale);
  return unitText(word === 'away' ? 'meter' : 'kilometer-per-hour', value, locale);
}

/** Comparisons, and numbers with their units, read from left to right in Arabic too. */
export const leftToRight = (text: string, locale: 'en' | 'ar') => (locale === 'ar' ? `\u2066${text}\u2069` : text);

/** The limit: "> 1,000 ppm". */
export function limitText(limit: Limit, texts: LimitTexts): string {
  return limit.operator === 'no-data' || isPhrase(limit.operator)
    ? bareLimit(limit, texts)
    : leftToRight(bareLimit(limit, texts), texts.locale);
}

function bareLimit({ sensor, attribute, geofence, times, operator, value }: Limit, texts: LimitTexts): string {
  if (operator === 'outside' && value === '') return texts.place('outsideAll', '');
  if (isPlace(operator)) return texts.place(operator, String(value));
  if (isPosition(operator)) return texts.place(operator, positionText(operator, Number(value), texts.locale));
  if (operator === 'no-person') return texts.place('noPerson', '');
  if (operator === 'over-limit') {
    const fastest = unitText('kilometer-per-hour', Number(value), texts.locale);
    return texts.place('overLimit', `${fastest} (\u2068${geofence ?? ''}\u2069)`);
  }
  if (operator === 'event') {
    const count = times !== undefined && times > 1 ? ` × ${numberFormat(texts.locale, {}).format(times)}` : '';
    return `${texts.event(String(value))}${count}`;
  }
  const measured = sensor ?? attribute;
  if (operator === 'no-data' || measured === undefined) return texts.noData(durationText(Number(value), texts.locale));
  const values = [value]
    .flat()
    .map((one) => texts.value(measured, one))
    .join(' / ');
  const difference = `${Number(value) > 0 ? '+' : ''}${values}`;
  if (operator === 'step') return texts.place('step', leftToRight(difference, texts.locale));
  if (operator === 'change') return difference;
  return `${symbols[operator] ?? operator} ${values}`;
}

const comparisons: Partial<Record<Limit['operator'], (value: number, limit: number) => boolean>> = {
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
};

/** Whether the newest value is back within the limit, as in the clear band or once the condition has cleared. */
export function isWithinLimit({ value, limit }: Pick<Alarm, 'value' | 'limit'>): boolean {
  const crosses = limit && comparisons[limit.operator];
  return crosses !== null && crosses !== undefined && value !== null && !crosses(Number(value), Number(limit?.value));
}

/**
 * What was measured and the limit that it crossed: "CO₂ 1,176 ppm > 1,000 ppm", or "CO₂ 980 ppm (> 1,000 ppm)" for a
 * value that is back within it; null if the alarm has neither.
 */
export function measuredText(
  { sensor, value, limit }: Pick<Alarm, 'sensor' | 'value' | 'limit'>,
  texts: LimitTexts,
): string | null {
  if (limit?.operator === 'no-data') {
    const silent = limitText(limit, texts);
    return limit.sensor === null ? silent : `${texts.sensor(limit.sensor)}: ${silent}`;
  }
  if (limit?.operator === 'step' && sensor !== null) {
    const measured = value === null ? '' : `${leftToRight(texts.value(sensor, value), texts.locale)} `;
    return `${texts.sensor(sensor)} ${measured}(${limitText(limit, texts)})`;
  }
  if (limit && isPhrase(limit.operator)) return limitText(limit, texts);
  if (limit?.attribute !== undefined) return `${texts.attribute(limit.attribute)} ${limitText(limit, texts)}`;
  if (sensor === null) return null;
  const measured = value === null ? null : texts.value(sensor, value);
  // For a state the limit adds nothing.
  const state = limit && limit.operator === '=' && typeof limit.value !== 'number';
  const parts = state
    ? [measured ?? texts.value(sensor, limit.value as string)]
    : [measured, limit && (isWithinLimit({ value, limit }) ? `(${bareLimit(limit, texts)})` : bareLimit(limit, texts))];
  const shown = parts.filter((part) => part !== null);
  return shown.length === 0
    ? null
    : `${texts.sensor(sensor)}${state || !limit ? ':' : ''} ${leftToRight(shown.join(' '), texts.locale)}`;
}
