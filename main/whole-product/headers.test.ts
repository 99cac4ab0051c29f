import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHttp } from '../compose.ts';
import { stripeKeys } from '../testing/test-stripe.ts';
import { type Rasid, rasid } from '../testing.ts';

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

test('an address of only slashes opens the web app, one with a key the page of a document, and a link its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rasid-web-'));
  await writeFile(join(folder, 'index.html'), '<title>Rasid</title>');
  await writeFile(join(folder, 'print.html'), '<title>Document</title>');
  await writeFile(join(folder, 'open.html'), '<title>Link</title>');
  const http = await openHttp(app.kit, { webFolder: folder, apiDocs: false });
  const bodyOf = async (url: string) => (await http.inject(url)).body;
  expect(await bodyOf('//')).toBe('<title>Rasid</title>');
  expect(await bodyOf('/any/page')).toBe('<title>Rasid</title>');
  expect(await bodyOf('/reports-generator/bill?cacheKey=')).toContain('Document');
  const link = await http.inject('/one-time-access/secret');
  expect(link.body).toContain('Link');
  expect([link.headers['cache-control'], link.headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
  await http.close();
  await rm(folder, { recursive: true });
});

test('a file that the build has compressed is sent as it is to browsers that read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rasid-web-'));
  for (const file of ['index.html', 'print.html', 'open.html']) await writeFile(join(folder, file), '');
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
  const other = await get('/assets/two.js', 'br');
  expect([other.headers['content-encoding'], brotliDecompressSync(other.rawPayload).toString()]).toEqual([
    'br',
    script,
  ]);
  await http.close();
  await rm(folder, { recursive: true });
});

test('the service worker is never cached, so that a new version is found at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rasid-web-'));
  for (const file of ['index.html', 'print.html', 'open.html', 'sw.js']) await writeFile(join(folder, file), '');
  const http = await openHttp(app.kit, { webFolder: folder, apiDocs: false });
  expect((await http.inject('/sw.js')).headers['cache-control']).toBe('no-store');
  await http.close();
  await rm(folder, { recursive: true });
});
