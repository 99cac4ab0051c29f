import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import type axe from 'axe-core';
import mqtt from 'mqtt';
import { lifetimes } from '#core/accounts/common/auth.ts';
import { storageVersion } from '#platform/web/client/storage.ts';
import { currentLease, leaseFor } from './servers/lease.ts';

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
  alarms: 'core/alarms',
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
  market: 'core/market',
  packages: 'core/packages',
  orders: 'core/orders',
  'device-requests': 'core/device-requests',
  management: 'solutions/management',
  swam: 'solutions/swam',
  metrowatch: 'solutions/metrowatch',
  tracking: 'core/tracking',
  access: 'core/access',
  link: 'core/access/web/link',
  panels: 'solutions/swam/web/panels',
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

/** Signs a person of the demo in without the form, at the next page that is opened. */
export async function signInByToken(page: Page, request: APIRequestContext, name: string): Promise<void> {
  const { token: accessToken, refreshToken } = await login(request, name);
  // Only once, so that later changes of the page stay.
  await page.addInitScript(
    ([key, pairs, done]) => {
      if (localStorage.getItem(done)) return;
      localStorage.clear();
      localStorage.setItem(done, 'true');
      localStorage.setItem(key, pairs);
    },
    [
      `tokens${storageVersion}`,
      JSON.stringify({ primary: { accessToken, refreshToken } }),
      `journey-signed-in-${name}`,
    ] as const,
  );
}

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

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** WCAG 2.2 A and AA. */
export const conformance: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};

/** The findings of axe on the current page, by default for WCAG 2.2 A and AA. */
export async function violationsOf(page: Page, rules = conformance, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async ([runOnly, part]) => {
      const { axe: loaded } = window as unknown as { axe: typeof axe };
      // A target that is scrolled halfway below the header is as large as before: people scroll to use it.
      const { scrollX: x, scrollY: y } = window;
      scrollTo({ left: 0, top: 0, behavior: 'instant' });
      // No rule of these needs the style sheets and media again, which axe would fetch first.
      const { violations } = await loaded.run(part, { runOnly, resultTypes: ['violations'], preload: false });
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

export type JourneyDevice = {
  id: number;
  name: string;
  structure: { name: string };
  publish(values: object): Promise<void>;
  /** Publishes a payload as it is. */
  send(payload: object): Promise<void>;
  /** Acknowledges commands and reports the values that `values` gives for their params. */
  follow(values: (params: Record<string, unknown>, method: string) => object): Promise<void>;
  end(): Promise<void>;
};

/** A demo device with a new secret, publishing like a real client. */
export async function deviceOf(
  request: APIRequestContext,
  person: string,
  filter: string,
  app = 'swam',
): Promise<JourneyDevice> {
  const headers = await headersOf(request, person);
  const found = (await (await request.get(`/api/${app}/device?limit=1&${filter}`, { headers })).json()).data[0] as {
    id: number;
    name: string;
    structure: { name: string };
  };
  const made = (await (await request.put(`/api/${app}/device/${found.id}/credential`, { headers })).json()).data as {
    name: string;
    secret: string;
  };
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port: (await currentLease()).mqttPort,
    username: made.name,
    password: made.secret,
  });
  const send = async (payload: object) =>
    void (await client.publishAsync('v1/devices/me/telemetry', JSON.stringify(payload), { qos: 1 }));
  const publish = (values: object) => send({ ts: Date.now(), values });
  return {
    ...found,
    send,
    publish,
    async follow(values) {
      client.on('message', (_topic, payload) => {
        const { method, params } = JSON.parse(payload.toString());
        void publish(values(params, method));
      });
      await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    },
    end: () => client.endAsync(),
  };
}

/** Closes the open alarms of a device, which another journey may have left. */
export async function closeAlarms(request: APIRequestContext, device: number): Promise<void> {
  const headers = await headersOf(request, 'customer');
  const { data } = await (await request.get(`/api/swam/alarm?deviceId=${device}`, { headers })).json();
  for (const { id, class: of } of data)
    await request.post(`/api/swam/alarm/${of}/${id}/terminate`, { headers, data: {} });
}

async function login(request: APIRequestContext, person: string): Promise<{ token: string; refreshToken: string }> {
  const reply = await request.post('/api/auth/login', {
    data: { email: `${person}@rasid.test`, password: 'Rasid@2026' },
  });
  if (!reply.ok()) throw new Error(`${person} was not signed in: ${reply.status()} ${await reply.text()}`);
  return (await reply.json()).data;
}

// An address may sign in sixty times a minute, and each journey asks for headers several times.
const headersKeptFor = (lifetimes.accessSeconds * 1000) / 3;
const headers = new Map<string, { until: number; authorization: string }>();

/** The request headers of a signed-in person. A worker signs a person in once for several journeys of a file. */
export async function headersOf(request: APIRequestContext, person: string): Promise<Record<string, string>> {
  const key = `${person} ${(await currentLease()).url}`;
  const kept = headers.get(key);
  if (kept && kept.until > Date.now()) return { authorization: kept.authorization };
  const authorization = `Bearer ${(await login(request, person)).token}`;
  headers.set(key, { until: Date.now() + headersKeptFor, authorization });
  return { authorization };
}

/** The field with this label, which ends with an asterisk if the field is required. */
export const fieldOf = (within: Page | Locator, label: string): Locator =>
  within.getByLabel(new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?: \\*)?$`));

export type ReceivedMail = { subject: string; text: string };

/** The newest mail to an address that contains a text; waits until it is written. */
export async function mailTo(request: APIRequestContext, recipient: string, contains = ''): Promise<ReceivedMail> {
  const headers = await headersOf(request, 'super');
  const find = async () => {
    const reply = await request.get('/api/development/outbox/mail', { headers, params: { recipient, limit: 20 } });
    const mails = (await reply.json()).data as ReceivedMail[];
    return mails.find(({ subject, text }) => `${subject}\n${text}`.includes(contains));
  };
  await expect.poll(async () => (await find()) !== undefined).toBe(true);
  return (await find()) as ReceivedMail;
}

/** The link in a mail, as an address of this site. */
export function linkIn({ text }: ReceivedMail): string {
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
  return link.pathname + link.search + link.hash;
}
