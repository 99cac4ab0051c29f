import type { Condition, Level } from '#core/alarms/common/rule.ts';
import type { Starters } from '#core/templates/server/api.ts';

type Trigger = Level['trigger'];
type Severity = Level['severity'];

export const lasting = (minutes: number): Trigger => ({ type: 'duration', seconds: minutes * 60 });
export const level = (severity: Severity, condition: Condition, trigger: Trigger = { type: 'simple' }): Level => ({
  severity,
  condition,
  trigger,
});
const above = (sensor: string, value: number, clearBand = 0): Condition => ({ sensor, is: '>', value, clearBand });
const below = (sensor: string, value: number, clearBand = 0): Condition => ({ sensor, is: '<', value, clearBand });

type Sides = { low?: Partial<Record<Severity, number>>; high?: Partial<Record<Severity, number>> };
const threshold = (
  sensor: string,
  { low = {}, high = {} }: Sides,
  clearBand = 0,
  minutes = 0,
  kind: string | null = null,
) => ({
  sensor,
  kind,
  low,
  high,
  clearBand,
  forSeconds: minutes * 60,
});

/** Silence of a device, as a rule: no message for so long. */
const noReading = (seconds: number) => ({
  name: 'No reading',
  kind: 'no-reading',
  levels: [level('poor', { noDataFrom: null, seconds })],
});
const voltage = (sensor: string) => threshold(sensor, { low: { poor: 207 }, high: { poor: 253 } }, 3, 1);
const probe = (sensor: string) =>
  threshold(sensor, { low: { poor: -30 }, high: { ok: 8, poor: 12 } }, 0.5, 5, 'temperature-high');

export const leakFound = [level('problem', { sensor: 'leak', is: '=', value: true })];
/** Off until a company switches it on. Nothing opens the valve again by itself. */
export const closeOnLeak = {
  name: 'Close the linked valve on a leak',
  actions: [{ device: 'linked' as const, method: 'valve', params: { position: 'closed' } }],
};
const leftInManualMode = {
  name: 'Left in manual mode',
  kind: 'manual-mode',
  levels: [level('ok', { sensor: 'manualMode', is: '=', value: true }, lasting(8 * 60))],
};

/**
 * The starter templates of the models: default limits that companies change. Values taken from norms are no advice; gas
 * detectors are no certified life-safety system.
 */
export const starters: Starters = {
  101: {
    thresholds: [
      threshold('turbidity', { high: { ok: 1, problem: 5 } }, 0.2, 15),
      threshold('chlorine', { low: { poor: 0.2 }, high: { problem: 5 } }, 0.05, 15),
    ],
    rules: [
      {
        name: 'pH outside of its limits',
        kind: 'water-quality',
        levels: [
          level(
            'poor',
            { any: [below('ph', 6.5, 0.1), above('ph', 8.5, 0.1)] },
            { type: 'repeating', times: 3, withinSeconds: 1800 },
          ),
          level('problem', { any: [below('ph', 6, 0.1), above('ph', 9.5, 0.1)] }),
        ],
      },
      noReading(1800),
    ],
  },
  201: {
    thresholds: [
      threshold('fillPercent', { low: { ok: 20, poor: 10, problem: 5 }, high: { poor: 95, problem: 99 } }, 2, 1),
    ],
    rules: [noReading(360)],
  },
  301: {
    thresholds: [
      threshold('pressure', { low: { poor: 1 }, high: { poor: 6, problem: 8 } }, 0.1, 5),
      threshold('flow', { high: { poor: 60 } }, 5, 2, 'flow-high'),
    ],
    rules: [
      { name: 'Water leak', kind: 'leak', levels: leakFound },
      { ...closeOnLeak, kind: 'leak', levels: leakFound, enabled: false },
    ],
  },
  401: {
    thresholds: [
      threshold('co2', { high: { ok: 1000, poor: 1400, problem: 2000 } }, 50, 15, 'air-quality'),
      threshold('pm25', { high: { ok: 35, poor: 55, problem: 125 } }, 5, 30),
      threshold('tvoc', { high: { poor: 660 } }, 20, 30),
      threshold('humidity', { high: { ok: 70 } }, 2, 120),
    ],
  },
  501: {
    rules: [{ name: 'Dust storm', kind: 'air-quality', levels: [level('poor', above('pm10', 600, 20), lasting(30))] }],
  },
  601: {
    thresholds: [
      threshold('methane', { high: { poor: 10, problem: 20 } }, 1, 0, 'gas-detected'),
      threshold('hydrogenSulfide', { high: { poor: 5, problem: 10 } }, 0.5),
    ],
    rules: [
      {
        name: 'Carbon monoxide',
        kind: 'custom',
        names: { en: 'Carbon monoxide', ar: 'أول أكسيد الكربون' },
        levels: [
          level('poor', above('carbonMonoxide', 35, 2), lasting(60)),
          level('problem', above('carbonMonoxide', 200, 5)),
        ],
      },
      noReading(180),
    ],
  },
  701: { rules: [noReading(5400)] },
  801: {
    thresholds: [threshold('flow', { high: { poor: 60 } }, 5, 2, 'flow-high')],
    rules: [noReading(1800)],
  },
  901: { thresholds: [threshold('supplyTemperature', { high: { poor: 9 } }, 0.5, 30)], rules: [noReading(1800)] },
  1001: { rules: [noReading(360), leftInManualMode] },
  1701: { thresholds: [voltage('voltageL1')], rules: [noReading(360)] },
  1703: { thresholds: ['voltageL1', 'voltageL2', 'voltageL3'].map(voltage), rules: [noReading(360)] },
  1801: { thresholds: [probe('probe1')], rules: [noReading(1800)] },
  1803: { thresholds: [probe('probe1')], rules: [noReading(1800)] },
};
