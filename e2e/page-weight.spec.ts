import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { deviceOf, expect, headersOf, test } from './journey.ts';
import { hasReadChanges, maxShift, openAlarms, seenOn, settled, watchPages } from './page-visits.ts';

const tag = ['@platform', '@core/device-app', '@core/metering', '@core/boards'];
/** How much a page may load from the network at a first visit, after signing in with an empty cache. */
const most = { scripts: 20, kilobytes: 600 };

/** Everything that the page and its workers fetch from now on, once it has arrived: scripts, and kilobytes on the wire. */
function watchWeight(page: Page): () => Promise<{ scripts: number; kilobytes: number }> {
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  return async () => {
    const sizes = await Promise.all(finished.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize, responseHeadersSize }) => {
      return sum + responseBodySize + responseHeadersSize;
    }, 0);
    const scripts = finished.filter((request) => new URL(request.url()).pathname.endsWith('.js'));
    return { scripts: scripts.length, kilobytes: Math.round(bytes / 1000) };
  };
}

const maxVisits = 30;
const pages: [name: string, address: (id: number) => string, solution: number][] = [
  ['the overview', () => '/core', 2],
  ['the list of devices', () => '/core/all-devices/list', 2],
  ['the page of a device', (id) => `/PureTrace/devices/list/solution/2/device/${id}`, 2],
  ['the page of a meter', (id) => `/PureTrace/devices/meter/${id}`, 8],
];

for (const [screen, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
] as const) {
  test.describe(`on ${screen}`, { tag }, () => {
    for (const [name, address, solution] of pages) {
      test(`a first visit of ${name} is light, and nothing moves`, async ({ another, request, text }) => {
        const { id } = await deviceOf(request, 'customer', `solutionId=${solution}`);
        let seen = { shifted: Number.POSITIVE_INFINITY, moved: [] as string[] };
        let steady = false;
        // Alarms come and go meanwhile, and move what is below them: the first visit during which nothing changes counts.
        for (let visits = 0; !steady && visits < maxVisits; visits++) {
          const before = await openAlarms(request);
          const page = await another();
          await page.setViewportSize(viewport);
          await watchPages(page);
          await page.goto(`/core/auth/sign-in?redirect=${encodeURIComponent(address(id))}`);
          await page.waitForLoadState('networkidle');
          const weight = watchWeight(page);
          await page.getByLabel(text('accounts', 'signIn.email'), { exact: true }).fill('customer@rasid.test');
          await page.getByLabel(text('accounts', 'signIn.password'), { exact: true }).fill('Rasid@2026');
          await page.keyboard.press('Enter');
          await page.waitForURL((url) => !url.pathname.includes('/auth/'));
          await settled(page);
          const { scripts, kilobytes } = await weight();
          expect(kilobytes).toBeGreaterThan(100);
          expect({ scripts: Math.max(scripts, most.scripts), kilobytes: Math.max(kilobytes, most.kilobytes) }).toEqual(
            most,
          );
          seen = await seenOn(page);
          const reread = await hasReadChanges(page);
          await page.close();
          steady = !reread && isDeepStrictEqual(await openAlarms(request), before);
        }
        expect(steady).toBe(true);
        expect(seen.shifted > maxShift ? seen : 'nothing moved').toBe('nothing moved');
      });
    }
  });
}

/** Files of maps are loaded only by the map, and are as large as all others. */
const isMapFile = /maplibre|MapCanvas|world| layer$/;

/** The scripts of a page with an empty cache: the number of requests and their gzipped size in bytes. */
async function scriptsOf(page: Page, open: () => Promise<void>): Promise<{ requests: number; bytes: number }> {
  const built: Record<string, { file: string; name?: string }> = JSON.parse(
    readFileSync('dist/web/.vite/manifest.json', 'utf8'),
  );
  const maps = Object.entries(built).flatMap(([key, { file, name }]) => (isMapFile.test(`${key} ${name}`) ? file : []));
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const file = new URL(request.url()).pathname.slice(1);
    if (file.endsWith('.js') && !maps.includes(file) && !isMapFile.test(file)) scripts.add(file);
  });
  await open();
  await page.waitForLoadState('load');
  const size = (file: string) => gzipSync(readFileSync(`dist/web/${file}`)).length;
  return { requests: scripts.size, bytes: [...scripts].reduce((sum, file) => sum + size(file), 0) };
}

test('the first page after signing in needs few requests of bounded weight', { tag }, async ({ page, signIn }) => {
  await signIn('customer');
  const { requests, bytes } = await scriptsOf(page, async () => {
    await page.goto('/core');
    await expect(page.locator('main h2').first()).toBeVisible();
  });
  // Each of the two held apps adds its menu and its texts, below 1 kB each; every other app the addresses of its pages.
  expect(requests).toBeLessThanOrEqual(16);
  expect(bytes).toBeLessThan(373_000);
});

test('the public page of a car park loads at most 100 kB in all, in both languages', {
  tag: [...tag, '@solutions/sparking'],
}, async ({ another, request }) => {
  const headers = await headersOf(request, 'parking');
  const data = { name: 'Light Yard', countryId: 233, feeEn: 'Free', feeAr: 'مجانًا', public: true };
  const { id } = (await (await request.post('/api/sparking/api/location', { headers, data })).json()).data;
  const link = await request.get(`/api/sparking/api/location/${id}/public`, { headers });
  const { token } = (await link.json()).data;
  for (const language of ['en', 'ar']) {
    const page = await another();
    await page.addInitScript((to) => localStorage.setItem('language#1.1.0', JSON.stringify(to)), language);
    const weight = watchWeight(page);
    await page.goto(`/parking/${token}`);
    await expect(page.getByRole('status')).toBeVisible();
    await page.waitForLoadState('load');
    const { kilobytes } = await weight();
    expect(kilobytes).toBeGreaterThan(20);
    expect(kilobytes).toBeLessThanOrEqual(100);
    await page.close();
  }
});

test('the page of a link loads at most 100 kB in all', { tag }, async ({ page }) => {
  const weight = watchWeight(page);
  await page.goto('/one-time-access/unknown', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { kilobytes } = await weight();
  expect(kilobytes).toBeGreaterThan(50);
  expect(kilobytes).toBeLessThanOrEqual(100);
});
