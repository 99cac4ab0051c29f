import { expect, test } from 'vitest';
import { demoWith } from './demo.ts';
import { demoDevices } from './demo-devices.ts';
import { lastNights } from './demo-nights.ts';
import { nextSpan } from './demo-reservations.ts';

const at = (time: string) => Date.parse(`2026-11-24T${time}:00+04:00`);
const evening = (day: number) => ({ from: `2026-11-${day}T14:00:00.000Z`, until: `2026-11-${day}T19:00:00.000Z` });

test('bays of the demo are kept this evening, or tomorrow if it is almost over', () => {
  expect(nextSpan(at('00:10'), 18, 23)).toEqual(evening(24));
  expect(nextSpan(at('21:59'), 18, 23)).toEqual(evening(24));
  expect(nextSpan(at('22:00'), 18, 23)).toEqual(evening(25));
});

test('the last nightly count of the demo has been, whatever the time is', () => {
  expect(new Date(lastNights(at('03:59'))[0] ?? 0).toISOString()).toBe('2026-11-23T00:00:00.000Z');
  expect(new Date(lastNights(at('04:01'))[0] ?? 0).toISOString()).toBe('2026-11-24T00:00:00.000Z');
});

test('the gateway that fails if that is asked for is that of a whole level', () => {
  expect(demoWith([]).isUnheard).toBeUndefined();
  const { isUnheard } = demoWith(['dark-gateway']);
  const dark = demoDevices.filter(({ serial }) => isUnheard?.(serial));
  expect(dark.map(({ name }) => name)).toEqual([
    'Loop controller P2-1',
    'Loop controller P2-2',
    'Loop controller P2-3',
  ]);
});
