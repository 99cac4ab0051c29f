import { expect, test } from 'vitest';
import { dateFormat } from './date-formats.ts';

test('a formatter is created once per locale and zone, and the least recently used are evicted beyond a thousand', () => {
  const inZone = (minutes: number) => {
    const zone = `+${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    return dateFormat('en', { timeStyle: 'short', timeZone: zone });
  };
  const [first, second] = [inZone(0), inZone(1)];
  expect(inZone(0)).toBe(first);
  for (let i = 2; i < 1001; i++) inZone(i);
  expect(inZone(0)).toBe(first);
  expect(inZone(1)).not.toBe(second);
  expect(inZone(240).format(0)).toBe('4:00 AM');
});
