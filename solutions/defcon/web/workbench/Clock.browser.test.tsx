import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#platform/web/test-render.tsx';
import { Clock } from './Clock.tsx';

test('a clock that is drawn as a second ends is drawn once', async () => {
  const from = Date.parse('2026-03-01T08:00:00Z');
  let asked = 0;
  // Each time that the clock asks, 0.4 seconds have gone by.
  const now = vi.spyOn(Date, 'now').mockImplementation(() => from + 60_000 + 400 * asked++);
  await show('en', <Clock since={new Date(from).toISOString()} />);
  // React reports in the console if it gets two times within one rendering, and the test fails.
  await expect.element(page.getByRole('timer')).toHaveTextContent(/^1:\d\d$/);
  now.mockRestore();
});
