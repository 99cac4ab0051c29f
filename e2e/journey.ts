import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import mqtt from 'mqtt';

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
  devices: 'core/devices',
  alarms: 'core/alarms',
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

type Fixtures = { language: Language; text: ReturnType<typeof textsIn>; signIn: (name: string) => Promise<void> };

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
  signIn: async ({ page, text }, use) => {
    await use(async (name) => {
      await page.goto('/core/auth/sign-in');
      await page.getByLabel(text('accounts', 'signIn.email'), { exact: true }).fill(`${name}@rasid.test`);
      await page.getByLabel(text('accounts', 'signIn.password'), { exact: true }).fill('Rasid@2026');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !url.pathname.includes('/auth/'));
    });
  },
});

/** Fails with the rule and the element of every finding of axe (WCAG 2.2 A and AA). */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
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
  const login = await request.post('/api/auth/login', {
    data: { email: `${person}@rasid.test`, password: 'Rasid@2026' },
  });
  const headers = { authorization: `Bearer ${(await login.json()).data.token}` };
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
