import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { DevicePace } from './device-pace.ts';
import { SignInFailures } from './sign-in-failures.ts';

function failures() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { lines, failures: new SignInFailures(log) };
}

test('a failed sign-in is logged with the name of the device and its address, and again only when there are too many', () => {
  const { lines, failures: one } = failures();
  const tooMany = Array.from({ length: 50 }, () => one.note('70B3\0D5', '10.0.0.7'));
  expect(tooMany.indexOf(true)).toBe(20);
  expect(lines.map(({ device, address, tooMany }) => [device, address, tooMany])).toEqual([
    ['70B3\ufffdD5', '10.0.0.7', false],
    ['70B3\ufffdD5', '10.0.0.7', true],
  ]);
});

test('whoever tries a hundred thousand names neither fills the log nor makes the count of one be forgotten', () => {
  const { lines, failures: one } = failures();
  for (let i = 0; i < 25; i++) one.note('first', '10.0.0.7');
  for (let i = 0; i < 100_000; i++) one.note(`name ${i}`, '10.0.0.7');
  expect(one.note('first', '10.0.0.7')).toBe(true);
  expect(one.note('yet another', '10.0.0.7')).toBe(true);
  expect(lines).toHaveLength(100);
});

test('a device may send its memory at once, then a flood waits, and others do not', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const pace = new DevicePace();
  const waits = Array.from({ length: 11_000 }, () => pace.take(1, 0));
  expect(waits.slice(0, 10_000).every((ms) => ms === 0)).toBe(true);
  expect(waits.at(-1)).toBeCloseTo(2000);
  expect(pace.take(2, 100)).toBe(0);
  vi.advanceTimersByTime(30_000);
  expect(pace.take(1, 100)).toBe(0);
  vi.useRealTimers();
});
