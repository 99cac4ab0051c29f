import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { causeOf, oncePerMinute } from './once-per-minute.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a condition that lasts is logged once a minute for each cause, with the number of occurrences', () => {
  const lines: { msg: string; more?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const fail = (code: string) => {
    const error = Object.assign(new Error('failed'), { code });
    oncePerMinute(log).write('error', {}, 'it failed', `it failed ${causeOf(error)}`);
  };
  for (let n = 0; n < 50; n++) fail('57P01');
  fail('ECONNREFUSED');
  expect(lines.map(({ msg }) => msg)).toEqual(['it failed', 'it failed']);
  vi.advanceTimersByTime(61_000);
  fail('57P01');
  expect(lines.at(-1)).toMatchObject({ msg: 'it failed', more: 49 });
});
