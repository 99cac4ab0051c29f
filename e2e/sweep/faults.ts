import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { conformance, type Language, type PageParts, violationsOf } from '../journey.ts';

/**
 * The rules of axe for one look at a page. A page has the same elements in each look, and a colour scheme the same
 * contrasts in both languages, so these slow checks run only once.
 */
export const rulesFor = ({ elements, contrast }: { elements: boolean; contrast: boolean }): axe.RunOptions =>
  elements
    ? { ...conformance, rules: { 'color-contrast': { enabled: contrast } } }
    : { runOnly: { type: 'rule', values: ['target-size', ...(contrast ? ['color-contrast'] : [])] } };

/** Only a limit against hanging, in ms. */
const settling = 60_000;
/** A finding counts only if it persists, because events may change the page. */
const persisting = 10_000;

/** Resolves when the page shows its heading, nothing loads and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: settling });
  await expect(page.locator('[data-busy], [data-visible].mantine-Skeleton-root')).toHaveCount(0, { timeout: settling });
  await page.evaluate(async () => {
    // The new size and colours are drawn first; only then does their transition exist.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

/** The bars around a page, which are the same for all pages of a person. */
export const withoutBars: PageParts = { include: ['html'], exclude: [':has(> #content) > :not(#content)'] };

/** The faults of the open page as it is now, one a line; empty if it has none. */
export async function faultsOf(
  page: Page,
  language: Language,
  rules: axe.RunOptions,
  parts?: PageParts,
): Promise<string[]> {
  const find = async () => [
    ...(await layoutFaultsOf(page, language)),
    ...(await keysShown(page)),
    ...(await violationsOf(page, rules, parts)),
  ];
  let found = await find();
  await expect
    .poll(async () => (found.length === 0 ? found : (found = await find())), { timeout: persisting })
    .toEqual([])
    .catch((error: Error) => {
      if (found.length === 0) throw error;
    });
  return found;
}

/** Elements that show one text: headings, buttons, cells, tabs, chips. */
const withOneText =
  'h1, h2, h3, h4, button, label, legend, a, th, td, dt, dd, [role="tab"], [role="option"], [role="menuitem"], .mantine-Badge-root, .mantine-Chip-label';

/** The key of a text that the language lacks, which i18next shows in its place: `columns.app`, `values.state.open`. */
const textKey = /^[a-z][A-Za-z0-9_-]*(?:\.[A-Za-z][A-Za-z0-9_-]*)+$/;

/** Data of the demo that looks like the key of a text. */
const likeTextKeys = /\.(?:test|example|com|org|local|png|pdf|csv|json)$/;

/** The visible texts that are keys, such as `columns.app` in the head of a column. */
export async function keysShown(page: Page): Promise<string[]> {
  const texts = await page.evaluate(
    (elements) =>
      [...document.querySelectorAll<HTMLElement>(elements)]
        .filter((element) => element.checkVisibility())
        .map((element) => element.textContent.trim()),
    withOneText,
  );
  const keys = texts.filter((text) => textKey.test(text) && !likeTextKeys.test(text));
  return [...new Set(keys)].map((key) => `shows the key of a text: ${key}`);
}

/** A direction that is not that of the language, what is wider than the screen, and texts that are cut off without an ellipsis. */
export const layoutFaultsOf = (page: Page, language: Language): Promise<string[]> =>
  page.evaluate((expected) => {
    const { dir, lang, scrollWidth, clientWidth } = document.documentElement;
    const faults: string[] = [];
    const direction = expected === 'ar' ? 'rtl' : 'ltr';
    if (dir !== direction || lang !== expected) faults.push(`direction ${dir} and language ${lang}`);
    if (scrollWidth > clientWidth) faults.push(`${scrollWidth - clientWidth} px wider than the screen`);
    for (const element of document.querySelectorAll<HTMLElement>('h1, h2, h3, button, label, th, [role="tab"]')) {
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
      const isClipped =
        (overflowX === 'hidden' || overflowX === 'clip') && element.scrollWidth > element.clientWidth + 1;
      if (isClipped && element.clientWidth > 1 && textOverflow !== 'ellipsis' && webkitLineClamp === 'none')
        faults.push(`cut off: ${element.textContent?.trim().slice(0, 60)}`);
    }
    return faults;
  }, language);
