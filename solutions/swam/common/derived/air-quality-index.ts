import type { Severity } from '#core/alarms/common/severity.ts';
import { interpolate } from './scale.ts';

/** The scales of the air quality index: the tables of the US EPA of May 2024 and of 2012, on which many authorities still build. */
export const airScales = ['us-epa-2024', 'us-epa-2012'] as const;
export type AirScale = (typeof airScales)[number];
export const pollutants = ['pm25', 'pm10', 'ozone'] as const;
export type Pollutant = (typeof pollutants)[number];

/** The highest concentration of each class with its index. `step` is the resolution of the concentration. */
type Table = { step: number; classes: readonly (readonly [concentration: number, index: number])[] };

const ozone: Table = {
  step: 1,
  classes: [
    [54, 50],
    [70, 100],
    [85, 150],
    [105, 200],
    [200, 300],
  ],
};
const coarse = (...last: Table['classes']): Table => ({
  step: 1,
  classes: [[54, 50], [154, 100], [254, 150], [354, 200], [424, 300], ...last],
});

/** PM in µg/m³, ozone in ppb. */
export const airTables: Readonly<Record<AirScale, Readonly<Record<Pollutant, Table>>>> = {
  'us-epa-2024': {
    pm25: {
      step: 0.1,
      classes: [
        [9, 50],
        [35.4, 100],
        [55.4, 150],
        [125.4, 200],
        [225.4, 300],
        [325.4, 500],
      ],
    },
    pm10: coarse([604, 500]),
    ozone,
  },
  'us-epa-2012': {
    pm25: {
      step: 0.1,
      classes: [
        [12, 50],
        [35.4, 100],
        [55.4, 150],
        [150.4, 200],
        [250.4, 300],
        [350.4, 400],
        [500.4, 500],
      ],
    },
    pm10: coarse([504, 400], [604, 500]),
    ozone,
  },
};

// 35.4 / 0.1 is a little less than 354.
const truncated = (value: number, step: number): number => Math.floor(value / step + 1e-6) * step;

/** The index of a concentration. A class begins one step above the one below; beyond the table it stays at its end. */
export function airQualityIndex(scale: AirScale, pollutant: Pollutant, concentration: number): number {
  const { step, classes } = airTables[scale][pollutant];
  const value = truncated(Math.max(0, concentration), step);
  const at = classes.findIndex(([highest]) => value <= highest + step / 2);
  const top = classes[at];
  if (!top) return classes.at(-1)?.[1] ?? 0;
  const below = classes[at - 1];
  return Math.round(interpolate(value, below ? [below[0] + step, below[1] + 1] : [0, 0], top));
}

/** The severity of an index. */
export const severityOfIndex = (index: number): Severity =>
  index <= 50 ? 'good' : index <= 100 ? 'ok' : index <= 150 ? 'poor' : 'problem';

/** The classes of the index, for names and advice. */
export const airClasses = ['good', 'moderate', 'sensitive', 'unhealthy', 'very-unhealthy', 'hazardous'] as const;
const highestOfClass = [50, 100, 150, 200, 300];
export const classOfIndex = (index: number): (typeof airClasses)[number] =>
  airClasses[highestOfClass.filter((highest) => index > highest).length] ?? 'hazardous';

/** Hourly means, the newest first; null for an hour without readings. */
export type HourlyMeans = readonly (number | null)[];

const present = (hours: HourlyMeans): number[] => hours.filter((hour) => hour !== null);
/** Two of the newest three hours are present. */
const isRecent = (hours: HourlyMeans): boolean => present(hours.slice(0, 3)).length >= 2;

/** The hours of a NowCast. */
export const castHours = 12;

/** The NowCast of up to twelve hourly means; null unless two of the newest three are present. */
export function nowCast(means: HourlyMeans): number | null {
  const hours = means.slice(0, castHours);
  if (!isRecent(hours)) return null;
  const values = present(hours);
  const highest = Math.max(...values);
  const weight = highest === 0 ? 1 : Math.max(Math.min(...values) / highest, 0.5);
  let [sum, weights] = [0, 0];
  for (const [age, value] of hours.entries()) {
    if (value === null) continue;
    sum += weight ** age * value;
    weights += weight ** age;
  }
  return sum / weights;
}

const [ozoneHours, leastOzoneHours] = [8, 6];

/** The mean of eight hours; null with fewer than six of them, or unless two of the newest three are present. */
export function meanOfEightHours(means: HourlyMeans): number | null {
  const hours = means.slice(0, ozoneHours);
  const values = present(hours);
  if (values.length < leastOzoneHours || !isRecent(hours)) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export type AirIndex = { index: number; pollutant: Pollutant; parts: Partial<Record<Pollutant, number>> };

/** The index of the air: the highest of its pollutants; null while none has enough hours. */
export function airIndex(scale: AirScale, means: Partial<Record<Pollutant, HourlyMeans>>): AirIndex | null {
  const found = pollutants.flatMap((pollutant) => {
    const hours = means[pollutant] ?? [];
    const value = pollutant === 'ozone' ? meanOfEightHours(hours) : nowCast(hours);
    return value === null ? [] : [{ pollutant, index: airQualityIndex(scale, pollutant, value) }];
  });
  const worst = found.toSorted((a, b) => b.index - a.index)[0];
  if (!worst) return null;
  return { ...worst, parts: Object.fromEntries(found.map(({ pollutant, index }) => [pollutant, index])) };
}
