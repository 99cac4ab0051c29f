import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { DeviceRateLimit } from './device-rate-limit.ts';
import { SignInFailures } from './sign-in-failures.ts';

function failures() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { lines, failures: new SignInFailures(log) };
}

test('a failed sign-in is logged with name and address, and again when there are too many', () => {
  const { lines, failures: signInFailures } = failures();
  const tooMany = Array.from({ length: 50 }, () => signInFailures.record('70B3\0D5', '10.0.0.7'));
  expect(tooMany.indexOf(true)).toBe(20);
  expect(lines.map(({ device, address, tooMany }) => [device, address, tooMany])).toEqual([
    ['70B3\ufffdD5', '10.0.0.7', false],
    ['70B3\ufffdD5', '10.0.0.7', true],
  ]);
});

test('sign-ins with a hundred thousand names neither fill the log nor reset the count of one name', () => {
  const { lines, failures: signInFailures } = failures();
  for (let i = 0; i < 25; i++) signInFailures.record('first', '10.0.0.7');
  for (let i = 0; i < 100_000; i++) signInFailures.record(`name ${i}`, '10.0.0.7');
  expect(signInFailures.record('first', '10.0.0.7')).toBe(true);
  expect(signInFailures.record('yet another', '10.0.0.7')).toBe(true);
  expect(lines).toHaveLength(100);
});

test('the minute in which sign-ins are counted begins with the first failure of a name', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { failures: signInFailures } = failures();
  const fail = (name: string) => signInFailures.record(name, '10.0.0.7');
  fail('early');
  vi.advanceTimersByTime(59_990);
  for (let i = 0; i < 20; i++) fail('late');
  vi.advanceTimersByTime(20);
  expect(fail('late')).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(fail('late')).toBe(false);
  vi.useRealTimers();
});

test('a device can send a burst, then has to wait, and other devices do not', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const pace = new DeviceRateLimit();
  const waits = Array.from({ length: 11_000 }, () => pace.consume(1, 0));
  expect(waits.slice(0, 10_000).every((ms) => ms === 0)).toBe(true);
  expect(waits.at(-1)).toBeCloseTo(2000);
  expect(pace.consume(2, 100)).toBe(0);
  vi.advanceTimersByTime(30_000);
  expect(pace.consume(1, 100)).toBe(0);
  vi.useRealTimers();
});
