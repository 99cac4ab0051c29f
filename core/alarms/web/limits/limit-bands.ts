import type { SeverityBand } from '#platform/web/ui/chart/TimeChart.tsx';
import type { Limit } from '../../common/limit.ts';
import type { Severity } from '../../common/severity.ts';

/** A limit of a sensor, with the severity of the alarm that it raises. */
export type BandLimit = Pick<Limit, 'operator' | 'value'> & { severity: Severity };

type Edge = { value: number; severity: Severity };

const numeric = ({ value, severity }: BandLimit): Edge[] => (typeof value === 'number' ? [{ value, severity }] : []);

/** The limits of a sensor as bands of a chart: each reaches to the next limit, the outermost without end. */
export function limitBands(limits: readonly BandLimit[], label: (value: number) => string): SeverityBand[] {
  const above = limits.filter(({ operator }) => operator === '>' || operator === '>=').flatMap(numeric);
  const below = limits.filter(({ operator }) => operator === '<' || operator === '<=').flatMap(numeric);
  const highs = above.sort((a, b) => a.value - b.value);
  const lows = below.sort((a, b) => b.value - a.value);
  return [
    ...highs.map(({ value, severity }, i): SeverityBand => {
      const next = highs[i + 1]?.value;
      return { from: value, ...(next === undefined ? {} : { to: next }), severity, limit: value, label: label(value) };
    }),
    ...lows.map(({ value, severity }, i): SeverityBand => {
      const next = lows[i + 1]?.value;
      return { to: value, ...(next === undefined ? {} : { from: next }), severity, limit: value, label: label(value) };
    }),
  ];
}
