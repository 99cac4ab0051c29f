import { type Severity, severities } from '#core/alarms/common/severity.ts';

/** The highest value of good, ok and poor. CO₂ in ppm, PM2.5 in µg/m³, TVOC in ppb. */
const limits: Readonly<Record<string, readonly [number, number, number]>> = {
  co2: [800, 1000, 1400],
  pm25: [9, 35, 55],
  tvoc: [220, 660, 2200],
};
/** The least and the highest humidity of good and ok, in percent. */
const humidity: readonly (readonly [number, number])[] = [
  [30, 60],
  [20, 70],
];
export const indoorSensors = [...Object.keys(limits), 'humidity'];

/** `position` is 0 at the best and 1 at the worst end of the scale, with a quarter for each severity. */
export type IndoorAirState = { cause: string; severity: Severity; position: number };

function ofSensor(sensor: string, value: number): IndoorAirState | null {
  const of = limits[sensor];
  if (of) {
    const step = of.filter((highest) => value > highest).length;
    const [low, high] = [of[step - 1] ?? 0, of[step] ?? 2 * (of[2] ?? 1)];
    return placed(sensor, step, (value - low) / (high - low));
  }
  if (sensor !== 'humidity') return null;
  const step = humidity.filter(([low, high]) => value < low || value > high).length;
  return placed(sensor, step, 0.5);
}

const placed = (cause: string, step: number, within: number): IndoorAirState => ({
  cause,
  severity: severities[step] ?? 'problem',
  position: (step + Math.min(1, Math.max(0, within))) / severities.length,
});

/** The quality of the air indoors: that of its worst value; null without any. */
export function indoorAir(values: Readonly<Record<string, number>>): IndoorAirState | null {
  const found = Object.entries(values).flatMap(([sensor, value]) => ofSensor(sensor, value) ?? []);
  const steps = (one: IndoorAirState) => severities.indexOf(one.severity);
  return found.toSorted((a, b) => steps(b) - steps(a) || b.position - a.position)[0] ?? null;
}
