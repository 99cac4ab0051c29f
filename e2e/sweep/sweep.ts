import type { Page as Browser } from '@playwright/test';
import { apps } from '#main/apps.ts';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { pageAddress } from '#platform/web/shell/routing/bind-pages.ts';
import { expect, expectDirection, type Language, signInByToken, test, violationsOf } from '../journey.ts';
import { callersOf, type SweepCaller } from './callers.ts';
import { openedByJourneys, sampleParameters } from './sample-parameters.ts';

const manifests = apps as readonly AppManifest[];
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const nobody = 'nobody';
/** Between them the two languages see both sizes in both colour schemes. */
const looks: Record<Language, readonly (readonly [keyof typeof sizes, 'light' | 'dark'])[]> = {
  en: [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ],
  ar: [
    ['desktop', 'dark'],
    ['phone', 'light'],
  ],
};

/** Opens every page of every app in a language: accessible, in its direction, nothing cut off, nothing overflowing. */
export function sweep(language: Language): void {
  // Run by SWEEP=1: not every page of every app has been found without faults yet.
  test.skip(!process.env.SWEEP, 'SWEEP=1 opens every page');
  test.use({ language });
  for (const app of manifests) {
    // A saved filter shows the page that it leads to.
    const pages = app.pages.filter(
      ({ redirects, savedFilter, development }) => !redirects && !savedFilter && !development,
    );
    if (pages.length === 0) continue;
    test(`every page of ${app.id} is accessible, fits its screen and follows the direction of the language`, async ({
      page: browser,
      request,
    }) => {
      test.setTimeout(30_000 + pages.length * 20_000);
      const callers = await callersOf(request, manifests);
      const faults: string[] = [];
      const opened: { caller: string; url: string; page: Page }[] = [];
      for (const page of pages) {
        const address = pageAddress(app, page);
        if (openedByJourneys.some(([pattern]) => pattern.test(address))) continue;
        const opener = await openerOf(callers, app, page);
        if (opener) opened.push({ ...opener, page });
        else faults.push(`${address}: no person of the demo can open it; name its records in sample-parameters.ts`);
      }
      // Each person signs in once.
      for (const [caller, theirs] of Map.groupBy(opened, (one) => one.caller)) {
        if (caller !== nobody) await signInByToken(browser, request, caller);
        for (const { url, page } of theirs)
          faults.push(...(await faultsOf(browser, language, url, page)).map((fault) => `${url}: ${fault}`));
      }
      expect(faults).toEqual([]);
    });
  }
}

/** Who opens a page, and its address with the records of that person. */
async function openerOf(callers: readonly SweepCaller[], app: AppManifest, page: Page) {
  const address = pageAddress(app, page);
  if (typeof page.access === 'object' && 'public' in page.access && !address.includes('{'))
    return { caller: nobody, url: address };
  for (const caller of callers) {
    const resolve = sampleParameters.find(([pattern]) => pattern.test(address))?.[1];
    const parameters = address.includes('{') ? await resolve?.(caller, app, address) : {};
    if (!parameters || !caller.mayOpen(app, page, parameters)) continue;
    const url = Object.entries(parameters).reduce(
      (path, [name, value]) => path.replace(`{${name}}`, String(value)),
      address,
    );
    return { caller: caller.name, url };
  }
  return null;
}

async function faultsOf(browser: Browser, language: Language, url: string, page: Page): Promise<string[]> {
  const faults: string[] = [];
  const failures: string[] = [];
  const note = (error: Error) => failures.push(error.message);
  browser.on('pageerror', note);
  let first = true;
  for (const [size, colorScheme] of looks[language]) {
    if (size === 'phone' && !page.mobile) continue;
    await browser.setViewportSize(sizes[size]);
    await browser.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (first) await browser.goto(url, { waitUntil: 'domcontentloaded' });
    first = false;
    try {
      await expect(browser.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(browser.locator('[data-busy], [data-visible].mantine-Skeleton-root')).toHaveCount(0);
      await expectDirection(browser, language);
      await expect.poll(() => violationsOf(browser), { timeout: 20_000 }).toEqual([]);
      expect(await cutOff(browser)).toEqual([]);
    } catch (error) {
      faults.push(
        `${size}, ${colorScheme}: ${(error as Error).message
          .split('\n')
          .filter((line) => !/^\s*(at |-|Call log)/.test(line))
          .slice(0, 25)
          .join(' ')}`,
      );
    }
  }
  browser.off('pageerror', note);
  return [...faults, ...failures];
}

/** Texts of controls and headings that are cut off without an ellipsis. */
const cutOff = (browser: Browser): Promise<string[]> =>
  browser.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, h3, button, label, th, [role="tab"]')]
      .filter((element) => {
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
        const isClipped =
          (overflowX === 'hidden' || overflowX === 'clip') && element.scrollWidth > element.clientWidth + 1;
        return isClipped && element.clientWidth > 1 && textOverflow !== 'ellipsis' && webkitLineClamp === 'none';
      })
      .map((element) => `cut off: ${element.textContent?.trim().slice(0, 60)}`),
  );
