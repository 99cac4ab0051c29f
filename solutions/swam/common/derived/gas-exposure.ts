import { type Severity, severities } from '#core/alarms/common/severity.ts';

/** The limits of a gas in its unit: from `poor` on it is harmful, from `problem` on dangerous. */
export type GasLimits = { poor: number; problem: number };

/** Starting values, not advice. Methane and LPG in % LEL, the others in ppm. */
export const gasLimits: Readonly<Record<string, GasLimits>> = {
  methane: { poor: 10, problem: 20 },
  lpg: { poor: 10, problem: 20 },
  carbonMonoxide: { poor: 35, problem: 200 },
  hydrogenSulfide: { poor: 5, problem: 10 },
};
/** The least and the highest safe oxygen, in percent by volume. */
export const oxygenRange = { low: 19.5, high: 23.5, usual: 20.9 } as const;
export const gasSensors = [...Object.keys(gasLimits), 'oxygen'];
/** Gases whose means over 15 minutes (STEL) and eight hours (TWA) matter. */
export const exposureSensors = ['carbonMonoxide', 'hydrogenSulfide'] as const;

export type GasState = { severity: Exclude<Severity, 'ok'>; share: number; limit: string };

/**
 * The state of a gas: `share` is that of its dangerous limit, 1 at the limit; `limit` is that limit, or the safe range,
 * as text.
 */
export function gasState(sensor: string, value: number): GasState | null {
  if (sensor === 'oxygen') {
    const { low, high, usual } = oxygenRange;
    const share = value < usual ? (usual - value) / (usual - low) : (value - usual) / (high - usual);
    return { severity: value < low || value > high ? 'problem' : 'good', share, limit: `${low} – ${high}` };
  }
  const limits = gasLimits[sensor];
  if (!limits) return null;
  const severity = value >= limits.problem ? 'problem' : value >= limits.poor ? 'poor' : 'good';
  return { severity, share: value / limits.problem, limit: String(limits.problem) };
}

/** The worst of the gases: by severity, then by its share of the limit; null without any value. */
export function worstGas(values: Readonly<Record<string, number>>): (GasState & { sensor: string }) | null {
  const found = Object.entries(values).flatMap(([sensor, value]) => {
    const state = gasState(sensor, value);
    return state ? [{ sensor, ...state }] : [];
  });
  const rank = ({ severity }: GasState) => severities.indexOf(severity);
  return found.toSorted((a, b) => rank(b) - rank(a) || b.share - a.share)[0] ?? null;
}

/** The mean of a slot of a quarter of an hour; null without readings. The newest is the last. */
export type QuarterMeans = readonly (number | null)[];

const quartersOfShift = 32;

/** The mean of the last quarter of an hour (STEL) and of the eight hours (TWA); `hours` is the time with readings. */
export function exposureOf(quarters: QuarterMeans): { stel: number | null; twa: number | null; hours: number } {
  const shift = quarters.slice(-quartersOfShift);
  const known = shift.filter((mean) => mean !== null);
  return {
    stel: shift.at(-1) ?? null,
    twa: known.length === 0 ? null : known.reduce((sum, mean) => sum + mean, 0) / known.length,
    hours: known.length / 4,
  };
}
