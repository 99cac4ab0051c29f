import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import mqtt from 'mqtt';
import { storageVersion } from '#platform/web/client/storage.ts';

export { expect };
export const languages = ['en', 'ar'] as const;
type Language = (typeof languages)[number];
type Texts = { [key: string]: string | Texts };

const read = (path: string, language: Language) =>
  JSON.parse(readFileSync(new URL(`../${path}/locales/${language}.json`, import.meta.url), 'utf8')) as Texts;
const namespaces = {
  platform: 'platform/web',
  input: 'platform/web/ui/input',
  gallery: 'platform/web/gallery',
  accounts: 'core/accounts',
  countries: 'core/countries',
  places: 'core/places',
  schedules: 'core/schedules',
  layouts: 'core/layouts',
  permissions: 'core/permissions',
  devices: 'core/devices',
  alarms: 'core/alarms',
  assets: 'core/assets',
  swam: 'solutions/swam',
};

/** `text('accounts', 'signIn.submit')` in a language, as the product shows it. */
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
  /** The page of another person, in a browser of their own. */
  another: () => Promise<Page>;
};

/** A journey in one language: `test.use({ language })`. */
export const test = base.extend<Fixtures>({
  language: ['en', { option: true }],
  text: async ({ language }, use) => use(textsIn(language)),
  locale: async ({ language }, use) => use(language),
  page: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await use(page);
    expect(problems).toEqual([]);
  },
  another: async ({ browser, baseURL, language }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ locale: language, ...(baseURL ? { baseURL } : {}) });
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  signIn: async ({ page, request }, use) => {
    await use(async (name) => {
      const { token: accessToken, refreshToken } = await login(request, name);
      // Once: what the page makes of its session afterwards stays.
      await page.addInitScript(
        ([key, pairs, done]) => {
          if (localStorage.getItem(done)) return;
          localStorage.setItem(done, 'true');
          localStorage.setItem(key, pairs);
        },
        [
          `tokens${storageVersion}`,
          JSON.stringify({ primary: { accessToken, refreshToken } }),
          'journey-signed-in',
        ] as const,
      );
    });
  },
});

/** Signs in by the form, on a page where nobody is. */
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

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const conformance: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };

/** The findings of axe on the page as it is, by default those of WCAG 2.2 A and AA. It runs in the page, which has no frames. */
export async function violationsOf(page: Page, rules = conformance): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (runOnly) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    const { violations } = await loaded.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }, rules);
}

/** Fails with the rule and the element of every finding of axe (WCAG 2.2 A and AA). */
export async function expectAccessible(page: Page): Promise<void> {
  // Rows are dimmed while others are on their way, and what is fading in has not its colours yet.
  await expect(page.locator('[data-busy]')).toHaveCount(0);
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
  // What an event changes meanwhile is looked at again; a finding that stays is one.
  await expect.poll(() => violationsOf(page), { timeout: 10_000 }).toEqual([]);
}

/** The page reads from the side of its language, and nothing of it lies beyond the window. */
export async function expectDirection(page: Page, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
}

export type JourneyDevice = { id: number; name: string; publish(values: object): Promise<void>; end(): Promise<void> };

/** A device of the demo with a new secret, publishing as a real client does. */
export async function deviceOf(request: APIRequestContext, person: string, filter: string): Promise<JourneyDevice> {
  const headers = await headersOf(request, person);
  const found = (await (await request.get(`/api/swam/device?limit=1&${filter}`, { headers })).json()).data[0] as {
    id: number;
    name: string;
  };
  const made = (await (await request.put(`/api/swam/device/${found.id}/credential`, { headers })).json()).data as {
    name: string;
    secret: string;
  };
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port: Number(process.env.E2E_PORT ?? 4100) + 1,
    username: made.name,
    password: made.secret,
  });
  return {
    ...found,
    publish: async (values) =>
      void (await client.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts: Date.now(), values }), {
        qos: 1,
      })),
    end: () => client.endAsync(),
  };
}

/** Who somebody is towards the API: the headers of a sign-in. */
async function login(request: APIRequestContext, person: string): Promise<{ token: string; refreshToken: string }> {
  const reply = await request.post('/api/auth/login', {
    data: { email: `${person}@rasid.test`, password: 'Rasid@2026' },
  });
  return (await reply.json()).data;
}

export async function headersOf(request: APIRequestContext, person: string): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await login(request, person)).token}` };
}

export type Letter = { subject: string; text: string };

/** The newest mail to an address that holds `words`, once it has been written. */
export async function mailTo(request: APIRequestContext, recipient: string, words = ''): Promise<Letter> {
  const headers = await headersOf(request, 'super');
  const find = async () => {
    const reply = await request.get('/api/development/outbox/mail', { headers, params: { recipient, limit: 20 } });
    const letters = (await reply.json()).data as Letter[];
    return letters.find(({ subject, text }) => `${subject}\n${text}`.includes(words));
  };
  await expect.poll(async () => (await find()) !== undefined, { timeout: 15_000 }).toBe(true);
  return (await find()) as Letter;
}

/** The link of a mail, as an address of this site. */
export function linkIn({ text }: Letter): string {
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
  return link.pathname + link.search + link.hash;
}
