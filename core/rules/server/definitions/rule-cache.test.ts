import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { RuleCache } from './rule-cache.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('changes during a refresh of the rules are read by one more refresh after it, never concurrently', async () => {
  const cache = new RuleCache(app.kit);
  const first = cache.refresh();
  await Promise.resolve();
  const others = Array.from({ length: 10 }, () => cache.refresh());
  expect(new Set(others).size).toBe(1);
  await Promise.all([first, ...others]);
});
