import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSiteSettings } from '../brand.ts';
import { openHttp } from '../compose.ts';
import { stripeKeys } from '../testing/test-stripe.ts';
import { type Rasid, rasid } from '../testing.ts';

/** A folder with the documents of a build, whose light pages have a script, a style, and the script that all of them share. */
async function builtWeb(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rasid-web-'));
  const document = '<head><title>Rasid</title><script src="/assets/open.js"></script></head>';
  await writeFile(join(folder, 'index.html'), '<title>Rasid</title>');
  await writeFile(join(folder, 'print.html'), '<title>Document</title>');
  await writeFile(join(folder, 'open.html'), `${document}<script id="light-page"></script>`);
  const modules = app.kit.apps
    .flatMap(({ pages }) => pages.flatMap(({ light = [] }) => light))
    .map((light) => {
      const [slice, name] = light.split('/');
      const file = { file: `assets/${name}.js`, css: [`assets/${name}.css`], imports: ['open.html'] };
      return [`core/${slice}/web/light/${name}/index.tsx`, file] as const;
    });
  const built = { ...Object.fromEntries(modules), 'open.html': { file: 'assets/open.js' } };
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/light.json'), JSON.stringify(built));
  return folder;
}

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('no API response may be cached by a browser or a proxy', async () => {
  const customer = await app.signIn('customer@rasid.test');
  const answers = [
    await app.anonymous.call('POST', '/auth/login', { body: { email: 'customer@rasid.test', password: 'Rasid@2026' } }),
    await customer.call('GET', '/session'),
    await customer.call('GET', '/company/999999'),
    await customer.call('GET', '/no-such-call'),
    await app.anonymous.call('GET', '/session'),
  ];
  expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
    [200, 200, 404, 404, 401].map((status) => [status, 'no-store']),
  );
});

test('pages run scripts and WebAssembly of this server only', async () => {
  const { headers } = await app.anonymous.call('GET', '/session');
  expect(String(headers['content-security-policy']).split(';')).toContain("script-src 'self' 'wasm-unsafe-eval'");
});

test('pages load fonts of this server only', async () => {
  const { headers } = await app.anonymous.call('GET', '/session');
  expect(String(headers['content-security-policy']).split(';')).toContain("font-src 'self' data:");
});

test('pages may embed the card form of Stripe only where Stripe charges cards', async () => {
  const policyOf = async ({ anonymous }: Rasid) =>
    String((await anonymous.call('GET', '/session')).headers['content-security-policy']);
  expect(await policyOf(app)).not.toContain('stripe');
  const charging = await rasid({
    payments: { sandbox: false, stripe: { ...stripeKeys, apiUrl: 'http://127.0.0.1:1' } },
  });
  const policy = (await policyOf(charging)).split(';');
  await charging.close();
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' https://js.stripe.com https://*.js.stripe.com");
  expect(policy).toContain("frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com");
  expect(policy.find((line) => line.startsWith('connect-src'))).toMatch(/ https:\/\/api\.stripe\.com$/);
});

test('no page may change its base URL', async () => {
  const { headers } = await app.anonymous.call('GET', '/session');
  expect(String(headers['content-security-policy']).split(';')).toContain("base-uri 'none'");
});

test('the API documentation is served only if the installation enables it', async () => {
  expect((await app.http.inject('/api/docs/json')).statusCode).toBe(200);
  const closed = await openHttp(app.kit, { webFolder: null, apiDocs: false });
  for (const url of ['/api/docs', '/api/docs/json']) expect((await closed.inject(url)).statusCode).toBe(404);
  await closed.close();
});

test('an address of only slashes opens the web app, and one with a key the page of a document', async () => {
  const folder = await builtWeb();
  const http = await openHttp(app.kit, { webFolder: folder, apiDocs: false });
  const bodyOf = async (url: string) => (await http.inject(url)).body;
  expect(await bodyOf('//')).toBe('<title>Rasid</title>');
  expect(await bodyOf('/any/page')).toBe('<title>Rasid</title>');
  expect(await bodyOf('/reports-generator/bill?cacheKey=')).toContain('Document');
  await http.close();
  await rm(folder, { recursive: true });
});

test('a light page has a document that names its module and its files, at its own addresses only', async () => {
  const folder = await builtWeb();
  const http = await openHttp(app.kit, { webFolder: folder, apiDocs: false });
  const link = await http.inject('/one-time-access/secret?from=mail');
  expect(link.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("script-src 'self' 'wasm-unsafe-eval';"),
  });
  expect(link.body).toContain('"address":"/one-time-access/{token}"}</script>');
  expect(link.body).toContain(
    '<link rel="modulepreload" crossorigin href="/assets/link.js"><link rel="stylesheet" crossorigin href="/assets/link.css"></head>',
  );
  const pass = { page: 'rooms/pass', api: '/rooms/api', address: '/rooms/pass' };
  const { body } = await http.inject('/rooms/pass');
  expect(body).toContain(`<script id="light-page">${JSON.stringify(pass)}</script>`);
  expect(body).not.toContain('assets/link');
  for (const url of ['/one-time-access', '/one-time-access/a/b', '/rooms/passes', '/any?to=/rooms/pass'])
    expect((await http.inject(url)).body).toBe('<title>Rasid</title>');
  await http.close();
  const without = await openHttp(app.kit, {
    webFolder: folder,
    apiDocs: false,
    site: readSiteSettings('rasid', ['rooms']),
  });
  expect((await without.inject('/rooms/pass')).body).toBe('<title>Rasid</title>');
  await without.close();
  await rm(folder, { recursive: true });
});

test('the server does not start with a web app that lacks a light page', async () => {
  const folder = await builtWeb();
  await writeFile(join(folder, '.vite/light.json'), '{}');
  await expect(openHttp(app.kit, { webFolder: folder, apiDocs: false })).rejects.toThrow(
    'The web app was built without the light page',
  );
  await rm(folder, { recursive: true });
});

test('a file that the build has compressed is sent as it is to browsers that read it', async () => {
  const folder = await builtWeb();
  await mkdir(join(folder, 'assets'));
  const [script, compressed] = ['export const one = 1;', Buffer.from('compressed by the build')];
  await writeFile(join(folder, 'assets/one.js'), script);
  await writeFile(join(folder, 'assets/one.js.br'), compressed);
  await writeFile(join(folder, 'assets/two.js'), script);
  const http = await openHttp(app.kit, { webFolder: folder, apiDocs: false });
  const get = (url: string, encoding: string) => http.inject({ url, headers: { 'accept-encoding': encoding } });
  const sent = await get('/assets/one.js', 'gzip, deflate, br, zstd');
  expect(sent.rawPayload.equals(compressed)).toBe(true);
  expect(sent.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': expect.stringContaining('immutable'),
    vary: expect.stringContaining('accept-encoding'),
  });
  const plain = await get('/assets/one.js', 'identity');
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, script]);
  // Others are compressed on request.
  for (const [accepted, encoding, read] of [
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
  ] as const) {
    const other = await get('/assets/two.js', accepted);
    expect([other.headers['content-encoding'], read(other.rawPayload).toString()]).toEqual([encoding, script]);
  }
  await http.close();
  await rm(folder, { recursive: true });
});

test('the service worker is never cached, so that a new version is found at once', async () => {
  const folder = await builtWeb();
  await writeFile(join(folder, 'sw.js'), '');
  const http = await openHttp(app.kit, { webFolder: folder, apiDocs: false });
  expect((await http.inject('/sw.js')).headers['cache-control']).toBe('no-store');
  await http.close();
  await rm(folder, { recursive: true });
});
