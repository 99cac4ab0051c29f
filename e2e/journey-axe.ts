import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** WCAG 2.2 A and AA. */
export const conformance: axe.RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
};

/** Parts of a page as CSS selectors: what to look at, and what of it to leave out. */
export type PageParts = { include: string[]; exclude: string[] };

/** The findings of axe on the current page or a part of it, by default for WCAG 2.2 A and AA. */
export async function violationsOf(
  page: Page,
  rules = conformance,
  within: string | PageParts = 'html',
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async ([options, part]) => {
      const { axe: loaded } = window as unknown as { axe: typeof axe };
      // A target that is scrolled halfway below the header is as large as before: people scroll to use it.
      const { scrollX: x, scrollY: y } = window;
      scrollTo({ left: 0, top: 0, behavior: 'instant' });
      // None of these rules needs the style sheets and media, which axe would fetch again first.
      const { violations } = await loaded.run(part, { ...options, resultTypes: ['violations'], preload: false });
      scrollTo({ left: x, top: y, behavior: 'instant' });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    },
    [rules, within] as const,
  );
}

/** Fails with the rule and the element of every finding of axe (WCAG 2.2 A and AA) in a part of the page, by default all. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // Loading rows are dimmed, and colours are not final during transitions.
  await expect(page.locator('[data-busy]')).toHaveCount(0);
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
  // A finding counts only if it persists, because events may change the page.
  await expect.poll(() => violationsOf(page, conformance, within)).toEqual([]);
}
