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
export const duration = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Histogram<Label>({
    name: `rasid_${name}_seconds`,
    help,
    labelNames: [...labelNames],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
