import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The registry of `/metrics`. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

const registers = [metrics];

/** A counter, named `rasid_<name>_total`. */
export const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Counter<Label>({ name: `rasid_${name}_total`, help, labelNames: [...labelNames], registers });
/** A gauge, named `rasid_<name>`. */
export const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Gauge<Label>({ name: `rasid_${name}`, help, labelNames: [...labelNames], registers });
/** A histogram of durations in seconds. */
export const duration = <Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  buckets: readonly number[] = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
) =>
  new Histogram<Label>({
    name: `rasid_${name}_seconds`,
    help,
    labelNames: [...labelNames],
    buckets: [...buckets],
    registers,
  });

const textAgeMs = 1000;
let kept: { until: number; text: Promise<string> } | undefined;

/** The text of `/metrics`. Writing it blocks the process, so requests within a second share one. */
export function metricsText(): Promise<string> {
  const now = performance.now();
  if (!kept || kept.until <= now) kept = { until: now + textAgeMs, text: metrics.metrics() };
  return kept.text;
}
