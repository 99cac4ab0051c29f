import { expect, test } from 'vitest';
import { patternOf } from '#core/layouts/common/look.ts';
import { looks, reservedLooks } from './slot-looks.ts';

test('any two looks in the legend differ in their letter or pattern, for people who see no colours', () => {
  const all = [...Object.values(looks), ...reservedLooks.map(([, look]) => look)];
  const seen = new Set(all.map(({ letter, colour }) => `${letter} ${patternOf(colour)}`));
  expect(seen.size).toBe(all.length);
});
