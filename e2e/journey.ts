import { readFileSync } from 'node:fs';
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { signInByToken } from './journey-session.ts';
import { leaseFor } from './servers/lease.ts';

export { conformance, expectAccessible, type PageParts, violationsOf } from './journey-axe.ts';
export { closeAlarms, deviceOf } from './journey-device.ts';
export { linkIn, mailTo } from './journey-mail.ts';
export { headersOf, signInByToken } from './journey-session.ts';
export { expect };

const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];
type Texts = { [key: string]: string | Texts };

const read = (path: string, language: Language) =>
  JSON.parse(readFileSync(new URL(`../${path}/locales/${language}.json`, import.meta.url), 'utf8')) as Texts;
const namespaces = {
  platform: 'platform/web',
  input: 'platform/web/ui/input',
  calendar: 'platform/web/ui/calendar',
  accounts: 'core/accounts',
  countries: 'core/countries',
  places: 'core/places',
  schedules: 'core/schedules',
  layouts: 'core/layouts',
  permissions: 'core/permissions',
  devices: 'core/devices',
  commands: 'core/commands',
  subscriptions: 'core/subscriptions',
  inventory: 'core/inventory',
  alarms: 'core/alarms',
  notifications: 'core/notifications',
  rules: 'core/rules',
  'mail-plans': 'core/mail-plans',
  assets: 'core/assets',
  boards: 'core/boards',
  telemetry: 'core/telemetry',
  'device-app': 'core/device-app',
  metering: 'core/metering',
  sites: 'core/sites',
  templates: 'core/templates',
  integrations: 'core/integrations',
  notices: 'core/notices',
  support: 'core/support',
  reports: 'core/reports',
  market: 'core/market',
  packages: 'core/packages',
  orders: 'core/orders',
  'device-requests': 'core/device-requests',
  management: 'solutions/management',
  swam: 'solutions/swam',
  metrowatch: 'solutions/metrowatch',
  rodent: 'solutions/rodent',
  defcon: 'solutions/defcon',
  'alarm-codes': 'solutions/defcon/web/alarm-codes',
  sparking: 'solutions/sparking',
  fleet: 'solutions/fleet',
  parking: 'solutions/sparking/web/light/parking',
  tracking: 'core/tracking',
  access: 'core/access',
  link: 'core/access/web/light/link',
  panels: 'solutions/swam/web/panels',
  'room-air': 'core/device-app/web/room-air',
};

/**
 * The language of the stories of a file, by its name: about half of the files use Arabic. A sweep opens every page in
 * both. JOURNEYS=swapped exchanges them.
 */
export function storyLanguage(file: string): Language {
  const name = file.replace(/^.*\//, '');
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return languages[(sum + (process.env.JOURNEYS === 'swapped' ? 1 : 0)) % 2] as Language;
}

/** `text('accounts', 'signIn.submit')` in a language, as in the product. */
export const textsIn =
  (language: Language) =>
  (namespace: keyof typeof namespaces, key: string): string => {
    const found = key
      .split('.')
      .reduce<Texts | string | undefined>(
        (texts, part) => (typeof texts === 'object' ? texts[part] : undefined),
        read(namespaces[namespace], language),
      );
    if (typeof found !== 'string') throw new Error(`${namespace} has no text ${key} in ${language}`);
    return found;
  };

type Fixtures = {
  language: Language;
  text: ReturnType<typeof textsIn>;
  signIn: (name: string) => Promise<void>;
  /** A page of another person, in a separate browser context. */
  another: () => Promise<Page>;
};

const schemeOf = (language: Language) => (language === 'ar' ? 'dark' : 'light');

/** A journey in a language: `test.use({ language })`. Each file has a product of its own with fresh demo data. */
export const test = base.extend<Fixtures>({
  language: ['en', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
  baseURL: async ({}, use, { file, parallelIndex }) => use((await leaseFor(file, { slot: parallelIndex })).url),
  text: async ({ language }, use) => use(textsIn(language)),
  locale: async ({ language }, use) => use(language),
  // One half of the journeys sees the dark pages: colours have their own contrast there.
  colorScheme: async ({ language }, use) => use(schemeOf(language)),
  page: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await use(page);
    expect(problems).toEqual([]);
  },
  another: async ({ browser, baseURL, language }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({
        locale: language,
        colorScheme: schemeOf(language),
        ...(baseURL ? { baseURL } : {}),
      });
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  signIn: async ({ page, request }, use) => {
    await use((name) => signInByToken(page, request, name));
  },
});

/** Signs in by the form, on a page without a session. */
export async function signInAs(
  page: Page,
  text: ReturnType<typeof textsIn>,
  email: string,
  password = 'Rasid@2026',
): Promise<void> {
  await page.goto('/core/auth/sign-in');
  await page.getByLabel(text('accounts', 'signIn.email'), { exact: true }).fill(email);
  await page.getByLabel(text('accounts', 'signIn.password'), { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.includes('/auth/'));
}

/** The page has the direction of its language and no horizontal overflow. */
export async function expectDirection(page: Page, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  // What is still loading may be wider for a moment.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
}

/** Resolves when the service worker keeps the files of the page. */
export const workerReady = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (!active) throw new Error('No service worker is active');
  });

/** The replies that the page keeps, as JSON; empty if there are none. */
export const keptReplies = (page: Page) =>
  page.evaluate(async () => {
    if ((await indexedDB.databases()).length === 0) return '';
    return new Promise<string>((resolve) => {
      const opening = indexedDB.open('rasid');
      opening.onsuccess = () => {
        const read = opening.result.transaction('records').objectStore('records').get('queries');
        read.onsuccess = () =>
          resolve(JSON.stringify(read.result?.replies?.map(({ text }: { text: string }) => JSON.parse(text))) ?? '');
      };
    });
  });

/** The field with this label, which ends with an asterisk if the field is required. */
export const fieldOf = (within: Page | Locator, label: string): Locator =>
  within.getByLabel(new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?: \\*)?$`));
