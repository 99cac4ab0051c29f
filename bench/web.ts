import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumLaunchOptions } from '../platform/server/chromium.mjs';
import { addApps, copyProduct, type ProductCopy } from '../tools/tests/product-copy.ts';
import { buildWebIfStale } from '../tools/web/build-web.mjs';
import { startDemo } from './web-server.ts';

/**
 * Prints one JSON line: the gzipped size of the scripts for the sign-in page and for the first page after it (both with
 * an empty cache), and the time until a user can type. With BENCH_FILES it also prints the size of each file.
 * BENCH_APPS=12 measures the product with 12 more apps with devices, all held by the demo company.
 */
const rounds = 5;
const quietMs = 1500;
const email = 'input[name=email]';

/** The gzipped size of every script of the page by its URL. It is computed here because servers compress differently. */
function collectScripts(page: Page): { settled(): Promise<Map<string, number>> } {
  const scripts = new Map<string, number>();
  let last = Date.now();
  page.on('response', async (response) => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return;
    last = Date.now();
    scripts.set(response.url(), 0);
    scripts.set(response.url(), gzipSync(await response.body()).length);
  });
  return {
    // Live events keep a request open, so the page is loaded when no script has arrived for a while.
    async settled() {
      while (Date.now() - last < quietMs || [...scripts.values()].includes(0)) await page.waitForTimeout(100);
      return new Map(scripts);
    },
  };
}

const kb = (scripts: Map<string, number>) =>
  Number(([...scripts.values()].reduce((sum, size) => sum + size, 0) / 1000).toFixed(1));

/** The modules in each file of the build. */
function namesOfFiles(root: string): Map<string, string> {
  const manifest = JSON.parse(readFileSync(join(root, 'dist/web/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; name?: string }
  >;
  return new Map(Object.values(manifest).map(({ file, name = '' }) => [file, name]));
}

async function openSignIn(browser: Browser, url: string): Promise<{ page: Page; usableMs: number }> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await page.goto(`${url}/core/auth/sign-in`, { waitUntil: 'commit' });
  await page.locator(email).pressSequentially('c');
  const usableMs = await page.evaluate((field) => {
    if (document.querySelector<HTMLInputElement>(field)?.value !== 'c') throw new Error('the field took no letter');
    return performance.now();
  }, email);
  return { page, usableMs };
}

async function measureScripts(
  browser: Browser,
  url: string,
): Promise<{ signIn: Map<string, number>; first: Map<string, number> }> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  const scripts = collectScripts(page);
  await page.goto(`${url}/core/auth/sign-in`);
  await page.locator(email).fill('customer@rasid.test');
  const signIn = await scripts.settled();
  await page.locator('input[name=password]').fill('Rasid@2026');
  await page.locator('button[type=submit]').click();
  await page.locator(email).waitFor({ state: 'detached' });
  await page.locator('main h1').first().waitFor();
  const first = await scripts.settled();
  await page.context().close();
  return { signIn, first };
}

/** A build of the product with more apps. */
async function withApps(count: number): Promise<ProductCopy> {
  const copy = copyProduct();
  await addApps(copy, count);
  await copy.node('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error');
  return copy;
}

const apps = Number(process.env.BENCH_APPS ?? 0);
const copy = apps > 0 ? await withApps(apps) : null;
const root = copy?.folder ?? '.';
if (!copy) buildWebIfStale();
const server = await startDemo(root);
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  const usable: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { page, usableMs } = await openSignIn(browser, server.url);
    usable.push(usableMs);
    await page.context().close();
  }
  const { signIn, first } = await measureScripts(browser, server.url);
  if (process.env.BENCH_FILES) {
    const names = namesOfFiles(root);
    for (const [address, size] of [...first].sort(([, a], [, b]) => b - a)) {
      const file = new URL(address).pathname.slice(1);
      console.error(
        `${(size / 1000).toFixed(1).padStart(7)} ${signIn.has(address) ? 'sign-in' : 'first  '} ${file} ${names.get(file) ?? ''}`,
      );
    }
  }
  const median = usable.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
  console.log(JSON.stringify({ apps, signInKb: kb(signIn), firstPageKb: kb(first), usableMs: Math.round(median) }));
} finally {
  await browser.close();
  await server.stop();
  copy?.remove();
}
