import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { chromiumLaunchOptions } from '#platform/server/chromium.mjs';
import light from '#platform/web/light/locales/en.json' with { type: 'json' };
import { lightConfig } from '../../tools/web/light-config.ts';
import { precompress } from '../../tools/web/precompress.mjs';
import { openHttp } from '../compose.ts';
import passAr from '../test-apps/rooms/web/light/pass/locales/ar.json' with { type: 'json' };
import passEn from '../test-apps/rooms/web/light/pass/locales/en.json' with { type: 'json' };
import { app, customer, withPeople } from '../testing/test-people.ts';

const pass = { en: passEn, ar: passAr };
const languages = [
  ['en', 'ltr'],
  ['ar', 'rtl'],
] as const;
/** What a light page may load in all, in bytes. */
const most = 100_000;

withPeople();
let folder: string;
let http: FastifyInstance;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rasid-light-'));
  vi.stubEnv('NODE_ENV', 'production');
  await build(lightConfig('main/test-apps/light.html', folder));
  vi.unstubAllEnvs();
  precompress(join(folder, 'assets'));
  copyFileSync(join(folder, 'main/test-apps/light.html'), join(folder, 'open.html'));
  for (const file of ['index.html', 'print.html']) writeFileSync(join(folder, file), '');
  http = await openHttp(app.kit, { webFolder: folder, apiDocs: false });
  origin = await http.listen({ host: '127.0.0.1', port: 0 });
  browser = await chromium.launch(chromiumLaunchOptions());
});
afterAll(async () => {
  await browser.close();
  await http.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => app.kit.pool.query('DELETE FROM signed_link'));

async function visit(options: BrowserContextOptions, run: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  await run(await context.newPage());
  await context.close();
}

async function makePass(): Promise<string> {
  const body = { kind: 'pass', holder: 'Noor' };
  const { secret } = (await customer.call('POST', '/rooms/api/room/7/link', { body })).body.data;
  return `${origin}/rooms/pass#${secret}`;
}
const heading = async (page: Page) => {
  await page.waitForSelector('h1');
  return page.textContent('h1');
};

describe.each(languages)('a light page in %s', (language, direction) => {
  test('of one app shows what its own module draws, in at most 100 kB', async () => {
    const url = await makePass();
    await visit({ locale: language }, async (page) => {
      const loaded = new Map<string, number>();
      page.on('requestfinished', async (request) => {
        const { responseBodySize, responseHeadersSize } = await request.sizes();
        loaded.set(new URL(request.url()).pathname, responseBodySize + responseHeadersSize);
      });
      await page.goto(url, { waitUntil: 'networkidle' });
      expect(await heading(page)).toBe(pass[language].room.replace('{{room}}', '7'));
      expect(await page.getAttribute('html', 'dir')).toBe(direction);
      const bytes = [...loaded.values()].reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThanOrEqual(most);
      const scripts = [...loaded.keys()].map((path) => path.split('/').at(-1) ?? '');
      expect(scripts.some((file) => file.startsWith('pass-'))).toBe(true);
      expect(scripts.filter((file) => file.startsWith('link-'))).toEqual([]);
    });
  });

  test.each([
    ['a lock', '/one-time-access/unknown'],
    ['a car park', '/parking/unknown'],
  ])('of %s loads at most 100 kB as well', async (_, address) => {
    await visit({ locale: language }, async (page) => {
      let bytes = 0;
      page.on('requestfinished', async (request) => {
        const { responseBodySize, responseHeadersSize } = await request.sizes();
        bytes += responseBodySize + responseHeadersSize;
      });
      await page.goto(`${origin}${address}`, { waitUntil: 'networkidle' });
      await heading(page);
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThanOrEqual(most);
    });
  });
});

test('the other language is a button away, and is kept', async () => {
  const url = await makePass();
  await visit({ locale: 'en' }, async (page) => {
    await page.goto(url);
    await heading(page);
    await page.click(`button:has-text("${light.language}")`);
    await page.waitForSelector('html[dir=rtl]');
    expect(await heading(page)).toContain(passAr.room.replace('{{room}}', '7'));
    await page.reload();
    expect(await heading(page)).toContain(passAr.room.replace('{{room}}', '7'));
  });
});

test('a browser with a dark scheme gets dark colours', async () => {
  const url = await makePass();
  const backgrounds: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const)
    await visit({ colorScheme }, async (page) => {
      await page.goto(url);
      await heading(page);
      backgrounds.push(await page.evaluate('getComputedStyle(document.querySelector("main")).backgroundColor'));
    });
  expect(backgrounds[0]).toMatch(/^rgb\(24\d/);
  expect(backgrounds[1]).toMatch(/^rgb\(\d{2},/);
});

test('a light page says that it is offline, and no longer once it is online', async () => {
  const url = await makePass();
  await visit({ locale: 'en' }, async (page) => {
    await page.goto(url);
    await heading(page);
    await page.context().setOffline(true);
    await page.waitForSelector(`text=${light.offline}`);
    await page.context().setOffline(false);
    await page.waitForSelector(`text=${light.offline}`, { state: 'detached' });
  });
});

test.each([
  ['its module does not load', /\/pass-[^/]+\.js$/],
  ['its texts do not load', /\/en-[^/]+\.js$/],
  ['its first call fails', /\/room\/seen$/],
])('a light page offers to load again when %s', async (_, file) => {
  const url = await makePass();
  await visit({ locale: 'en' }, async (page) => {
    await page.route(file, (route) => route.abort());
    await page.goto(url);
    expect(await heading(page)).toBe(light.failed.title);
    await page.unroute(file);
    await page.click(`button:has-text("${light.failed.retry}")`);
    await page.waitForSelector(`text=${passEn.welcome}`);
  });
});
