import type { Page } from '@playwright/test';
import { percentile } from '../bench/load-process.ts';
import { frameTimes, untilQuiet } from '../bench/long-trail.ts';
import { deviceOf, expect, languageOf, test } from './journey.ts';
import { addLongTrail } from './journey-database.ts';

const tag = ['@core/tracking', '@solutions/metrowatch'];
const count = 100_000;
/** The goal of a machine of its own is 1,500; other journeys share two cores with this one, and its map is drawn in software. */
const laterMs = 3000;
/** The goal is that no frame is longer than 100: here nearly none, and none by far. */
const frameMs = 100;
const longestFrameMs = 600;
const playedMs = 5000;
const quietMs = 1000;

/** How long after its request a trail stood on the map. */
const drawnAfter = async (page: Page): Promise<number> => {
  const drawn = await page.waitForFunction(
    () => {
      const [mark] = performance.getEntriesByName('trail-drawn');
      const asked = performance.getEntriesByType('resource').find(({ name }) => name.includes('/position?'));
      return mark && asked ? mark.startTime - asked.startTime : false;
    },
    null,
    { timeout: 60_000 },
  );
  return Number(await drawn.jsonValue());
};

const language = languageOf(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a trail of 100,000 positions is drawn and played back without a frame that stands still', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const tracker = await deviceOf(
      request,
      'customer',
      `solutionId=15&state=installed&sort[id]=asc&skip=2`,
      'metrowatch',
    );
    await addLongTrail(tracker.id, count);
    await signIn('customer');
    const address = `/SmartTrack/devices/external-tracking/${tracker.id}`;
    // A short trail first: the long one may not take much longer on the same machine.
    await page.goto(address);
    const short = await drawnAfter(page);
    const answered = page.waitForResponse((response) => response.url().includes(`/${tracker.id}/position?`));
    const to = new Date(Date.now() + 60_000);
    const from = new Date(to.getTime() - 30 * 86_400_000);
    await page.goto(`${address}?period=custom&from=${from.toISOString()}&to=${to.toISOString()}`);
    const { data } = (await (await answered).json()) as { data: { total: number; points: unknown[] } };
    expect(data.total).toBeGreaterThan(count * 0.95);
    expect(data.points.length).toBeLessThanOrEqual(5000);
    const long = await drawnAfter(page);
    await page.evaluate(untilQuiet, quietMs);

    await page.getByRole('slider').press('Home');
    const faster = page.getByRole('button', { name: text('tracking', 'play.faster') });
    await faster.click();
    await faster.click();
    await expect(page.getByText('600×')).toBeVisible();
    await page.getByRole('button', { name: text('tracking', 'play.play') }).click();
    const frames = await page.evaluate(frameTimes, playedMs);
    const p95 = percentile(frames, 0.95);
    const worst = Math.max(...frames);
    console.log(
      `first line ${Math.round(long)} ms, of a short trail ${Math.round(short)} ms; frames p95 ${Math.round(p95)} ms, worst ${Math.round(worst)} ms`,
    );
    expect(long - short).toBeLessThan(laterMs);
    expect(p95).toBeLessThan(frameMs);
    expect(worst).toBeLessThan(longestFrameMs);
    await tracker.end();
  });
});
