import type { Severity } from '#core/alarms/common/severity.ts';
import { type Anchors, type ScaleBand, worthOf } from './scale.ts';

/**
 * The score of each value: 100 within its good range, 70 at the limit of ok, 40 at that of poor, 10 at that of problem,
 * linear between. The limits are those of the alarms of the starter template.
 */
export const qualityAnchors: Readonly<Record<string, Anchors>> = {
  ph: [
    [6, 10],
    [6.5, 40],
    [6.8, 70],
    [7, 100],
    [8, 100],
    [8.2, 70],
    [8.5, 40],
    [9.5, 10],
  ],
  turbidity: [
    [0.5, 100],
    [1, 70],
    [3, 40],
    [5, 10],
  ],
  chlorine: [
    [0, 10],
    [0.2, 40],
    [0.3, 70],
    [0.5, 100],
    [2, 100],
    [3, 70],
    [4, 40],
    [5, 10],
  ],
  conductivity: [
    [800, 100],
    [1200, 70],
    [1600, 40],
    [2500, 10],
  ],
  // Legionella grows between 25 and 45 °C.
  temperature: [
    [20, 100],
    [25, 70],
    [45, 70],
    [50, 100],
  ],
};
export const qualitySensors = Object.keys(qualityAnchors);

/** The severity of a score from 0 to 100. */
export const severityOfScore = (score: number): Severity =>
  score > 70 ? 'good' : score > 40 ? 'ok' : score > 10 ? 'poor' : 'problem';

export type QualityScore = { sensor: string; score: number; severity: Severity };

/** The score of a value of a sensor; null for a sensor without one. */
export function qualityScore(sensor: string, value: number): QualityScore | null {
  const anchors = qualityAnchors[sensor];
  if (!anchors) return null;
  const score = worthOf(value, anchors);
  return { sensor, score, severity: severityOfScore(score) };
}

/** The score of the water: the worst of its values; null without any. */
export function waterScore(values: Readonly<Record<string, number>>): QualityScore | null {
  const scores = Object.entries(values).flatMap(([sensor, value]) => qualityScore(sensor, value) ?? []);
  return scores.toSorted((a, b) => a.score - b.score)[0] ?? null;
}

/** The bands of a sensor's scale, from its lowest shown value to the highest. */
export function qualityBands(sensor: string): ScaleBand[] {
  const anchors = qualityAnchors[sensor] ?? [];
  const [first, last] = [anchors[0], anchors.at(-1)];
  if (!first || !last) return [];
  const margin = (last[0] - first[0]) / 6;
  const points: Anchors = [[Math.max(0, first[0] - margin), first[1]], ...anchors, [last[0] + margin, last[1]]];
  const bands: ScaleBand[] = [];
  for (const [n, [to, score]] of points.entries()) {
    const [from, before] = points[n - 1] ?? [to, score];
    if (to === from) continue;
    const severity = severityOfScore((score + before) / 2);
    const band = bands.at(-1);
    if (band?.severity === severity) band.to = to;
    else bands.push({ from, to, severity });
  }
  return bands;
}
