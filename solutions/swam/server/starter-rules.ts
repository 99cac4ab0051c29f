import type { Condition } from '#core/rules/common/condition.ts';
import type { Level } from '#core/rules/common/rule.ts';
import { type StarterRule, starterRule } from '#core/templates/server/api.ts';

type Trigger = Level['trigger'];
type Severity = Level['severity'];

export const lasting = (minutes: number): Trigger => ({ type: 'duration', seconds: minutes * 60 });
export const starterLevel = (
  severity: Severity,
  condition: Condition,
  trigger: Trigger = { type: 'simple' },
): Level => ({
  severity,
  condition,
  trigger,
});
export const above = (sensor: string, value: number, clearBand = 0): Condition => ({
  sensor,
  is: '>',
  value,
  clearBand,
});
export const below = (sensor: string, value: number, clearBand = 0): Condition => ({
  sensor,
  is: '<',
  value,
  clearBand,
});
export const atLeast = (sensor: string, value: number, clearBand = 0): Condition => ({
  sensor,
  is: '>=',
  value,
  clearBand,
});
export const isTrue = (sensor: string): Condition => ({ sensor, is: '=', value: true });

type Sides = { low?: Partial<Record<Severity, number>>; high?: Partial<Record<Severity, number>> };
export const threshold = (
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

/** Silence of a device, as a rule: no message for six intervals. */
export const noReading = (intervalSeconds: number): StarterRule =>
  starterRule(
    { en: 'No reading', ar: 'لا قراءات' },
    'no-reading',
    starterLevel('poor', { noDataFrom: null, seconds: 6 * intervalSeconds }),
  );

/** Off until a company switches it on. Nothing opens the valve again by itself. */
export const closeOnLeak = {
  name: 'Close the linked valve on a leak',
  titles: { en: 'Close the linked valve on a leak', ar: 'أغلق الصمام المرتبط عند التسرب' },
  actions: [{ device: 'linked' as const, method: 'valve', params: { position: 'closed' } }],
};
export const leftInManualMode = {
  name: 'Left in manual mode',
  titles: { en: 'Left in manual mode', ar: 'تُرك في الوضع اليدوي' },
  kind: 'manual-mode',
  levels: [starterLevel('ok', { sensor: 'manualMode', is: '=', value: true }, lasting(8 * 60))],
};
