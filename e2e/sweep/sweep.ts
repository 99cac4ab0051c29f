import type { Page as Browser } from '@playwright/test';
import { apps } from '#main/apps.ts';
import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { pageAddress } from '#platform/web/shell/routing/bind-pages.ts';
import { expect, type Language, signInByToken, test } from '../journey.ts';
import { holdApps } from '../journey-database.ts';
import { callersOf, type SweepCaller } from './callers.ts';
import { faultsOf, rulesFor, settled, withoutBars } from './faults.ts';
import { furtherStates, leadingElsewhere, nobody, openedByJourneys, sampleParameters } from './sample-parameters.ts';

const manifests = apps as readonly AppManifest[];
/** Apps that nobody of the demo has. */
const withoutDemo = ['rodent', 'sparking'];
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
/** Only a limit against hanging, in ms. */
const arriving = 60_000;
/** Workers share the pages of a language. */
const parts = 4;
/**
 * A page is opened in the first look and switched to the second in place. Between them the two languages see both sizes
 * in both colour schemes.
 */
const looks: Record<Language, readonly (readonly [keyof typeof sizes, 'light' | 'dark'])[]> = {
  en: [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ],
  ar: [
    ['phone', 'light'],
    ['desktop', 'dark'],
  ],
};
const looksAt = (language: Language, isMobile: boolean) =>
  looks[language].filter(([size]) => size !== 'phone' || isMobile);

type Opened = { caller: string; url: string; isMobile: boolean };
type AppPage = { app: AppManifest; page: Page };
const pages: readonly AppPage[] = manifests
  .flatMap((app) => app.pages.map((page) => ({ app, page })))
  // A saved filter shows the page that it leads to.
  .filter(({ page }) => !page.redirects && !page.savedFilter && !page.development)
  .filter(({ app, page }) => !openedByJourneys.some(([pattern]) => pattern.test(pageAddress(app, page))));

/** Opens every page of every app in a language: accessible, in its direction, nothing cut off, nothing overflowing. */
export function sweep(language: Language): void {
  test.describe(language, () => {
    test.describe.configure({ mode: 'parallel' });
    test.use({ language });
    for (let part = 0; part < parts; part++)
      test(`every page is accessible, fits its screen and follows the direction of the language (${part + 1} of ${parts})`, async ({
        page: browser,
        request,
      }) => {
        await holdApps('customer@rasid.test', withoutDemo);
        const callers = await callersOf(request, manifests);
        const faults: string[] = [];
        const isOfPart = (_: unknown, n: number) => n % parts === part;
        const opened: Opened[] = furtherStates
          .filter(isOfPart)
          .map(([caller, url]) => ({ caller, url, isMobile: true }));
        for (const { app, page } of pages.filter(isOfPart)) {
          const opener = await openerOf(callers, app, page);
          if (opener) opened.push({ ...opener, isMobile: page.mobile });
          else
            faults.push(
              `${pageAddress(app, page)}: no person of the demo can open it; name its records in sample-parameters.ts`,
            );
        }
        // Each person signs in once; visitors come before there is a session.
        const turn = ({ caller }: Opened) => Number(caller !== nobody);
        const inOrder = opened.toSorted((a, b) => turn(a) - turn(b));
        await watchArrivals(browser);
        for (const [caller, theirs] of Map.groupBy(inOrder, (one) => one.caller)) {
          if (caller !== nobody) await signInByToken(browser, request, caller);
          let goesOn = false;
          for (const one of theirs) {
            const found = await visit(browser, language, one, goesOn);
            faults.push(...found);
            // After a fault the next page is opened as if it were the first one.
            goesOn = caller !== nobody && found.length === 0;
          }
        }
        expect(faults).toEqual([]);
      });
  });
}

/** The person who opens a page, and its address with the records of that person. */
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

/** Opens a page, from the one before it if the person `goesOn`, and looks at it. */
async function visit(
  browser: Browser,
  language: Language,
  { url, isMobile }: Opened,
  goesOn: boolean,
): Promise<string[]> {
  const faults: string[] = [];
  const note = (error: Error) => faults.push(`${url}: ${error.message}`);
  browser.on('pageerror', note);
  for (const [n, [size, colorScheme]] of looksAt(language, isMobile).entries()) {
    await browser.setViewportSize(sizes[size]);
    await browser.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    try {
      if (n === 0) await (goesOn ? goOn(browser, url) : browser.goto(url, { waitUntil: 'domcontentloaded' }));
      await settled(browser);
      if (n === 0) faults.push(...ledElsewhere(browser, url));
      const contrast = language === 'en' || !looksAt('en', isMobile).some(([, scheme]) => scheme === colorScheme);
      const rules = rulesFor({ elements: n === 0, contrast });
      const found = await faultsOf(browser, language, rules, goesOn ? withoutBars : undefined);
      faults.push(...found.map((fault) => `${url}, ${size}, ${colorScheme}: ${fault}`));
    } catch (error) {
      faults.push(`${url}, ${size}, ${colorScheme}: ${error instanceof Error ? error.message : String(error)}`);
      break;
    }
  }
  browser.off('pageerror', note);
  return faults;
}

/** Pages scroll to their top when they replace another one. This marks the document with their path. */
const watchArrivals = (browser: Browser) =>
  browser.addInitScript(() => {
    const scroll = window.scrollTo.bind(window);
    window.scrollTo = (to?: number | ScrollToOptions, y?: number) => {
      if (to === 0) document.documentElement.dataset.arrived = location.pathname;
      return typeof to === 'number' ? scroll(to, y ?? 0) : scroll(to);
    };
  });

/** Opens a page from the one that is shown, as a notification does: the app is not loaded again. */
async function goOn(browser: Browser, url: string): Promise<void> {
  const { pathname } = new URL(browser.url());
  // A page that is shown already is not scrolled.
  if (leadsElsewhere(url) || pathOf(url) === pathname) {
    await browser.goto(url, { waitUntil: 'domcontentloaded' });
    return;
  }
  await browser.evaluate((address) => {
    delete document.documentElement.dataset.arrived;
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'open', address } }));
  }, url);
  await browser.waitForFunction(() => document.documentElement.dataset.arrived === location.pathname, undefined, {
    timeout: arriving,
  });
}

const pathOf = (url: string): string => url.split('?')[0] ?? url;
const leadsElsewhere = (url: string): boolean => leadingElsewhere.some(([pattern]) => pattern.test(pathOf(url)));

/** The fault of a page that leads to another one, which the sweep would look at instead; none if it is declared. */
function ledElsewhere(browser: Browser, url: string): string[] {
  const { pathname } = new URL(browser.url());
  return pathname === pathOf(url) || leadsElsewhere(url) ? [] : [`${url}: it leads to ${pathname}`];
}
