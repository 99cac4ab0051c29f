import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';
import tls from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { testCertificate } from '#main/testing/test-certificate.ts';
import { startReceiver, type TestReceiver } from '#main/testing/test-receiver.ts';
import type { Kit } from './kit.ts';
import { callOut } from './outgoing-call.ts';

const kitWith = (privateCalls: boolean) => ({ settings: { privateCalls } }) as Pick<Kit, 'settings'>;
const post = (url: string, privateCalls = false) => callOut(kitWith(privateCalls), { url, headers: {}, body: '{}' });

const open: TestReceiver[] = [];
async function receiver(options?: { secure: boolean }): Promise<TestReceiver> {
  const started = await startReceiver(options);
  open.push(started);
  return started;
}
const { lookup } = dns;
const certificates = tls.getCACertificates('default');
afterEach(async () => {
  dns.lookup = lookup;
  syncBuiltinESMExports();
  tls.setDefaultCACertificates(certificates);
  for (const one of open.splice(0)) await one.close();
});

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '100.100.100.200',
  '169.254.169.254',
  '168.63.129.16',
  '[::]',
  '[::1]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[::127.0.0.1]',
  '[4000::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  'localhost',
])('a call to %s is refused when the connection is made', async (host) => {
  expect(await post(`https://${host}/hook`)).toMatchObject({ status: null, fault: 'refused-address' });
});

/** Lets each resolution of a name give the next of these addresses. */
function resolve(...answers: readonly (readonly string[])[]) {
  let at = 0;
  dns.lookup = ((_name: string, options: { all?: boolean }, done: (...answer: unknown[]) => void) => {
    const addresses = (answers[at++] ?? answers.at(-1) ?? []).map((address) => ({ address, family: isIP(address) }));
    if (options.all) done(null, addresses);
    else done(null, addresses[0]?.address, addresses[0]?.family);
  }) as typeof dns.lookup;
  syncBuiltinESMExports();
  return () => at;
}

test('a name that now resolves to a private address is refused, whatever it resolved to before', async () => {
  const { port } = new URL((await receiver()).url);
  const resolved = resolve(['127.0.0.1']);
  expect(await post(`https://rebound.example:${port}/`)).toMatchObject({ fault: 'refused-address' });
  expect(resolved()).toBe(1);
  expect(open[0]?.received).toEqual([]);
});

test('a name that resolves to an IPv6 address that is not public is refused', async () => {
  resolve(['::127.0.0.1']);
  expect(await post('https://compatible.example/')).toMatchObject({ fault: 'refused-address' });
});

test('a name that resolves to a public and a private address is refused', async () => {
  resolve(['93.184.216.34', '127.0.0.1']);
  expect(await post('https://both.example/')).toMatchObject({ fault: 'refused-address' });
});

test('plain HTTP and addresses with a password are refused', async () => {
  expect(await post('http://example.com/')).toMatchObject({ status: null, fault: 'refused-address' });
  expect(await post('https://user:secret@example.com/')).toMatchObject({ status: null, fault: 'refused-address' });
});

test('a redirect is not followed', async () => {
  const [first, second] = [await receiver(), await receiver()];
  first.answer = () => ({ status: 302, headers: { location: second.url } });
  expect(await post(first.url, true)).toMatchObject({ status: 302, fault: null });
  expect(second.received).toEqual([]);
});

test('only the beginning of a reply is read, without control characters', async () => {
  const { url } = Object.assign(await receiver(), {
    answer: () => ({ status: 200, body: `شكرًا\u0000\n${'x'.repeat(5_000_000)}` }),
  });
  const { reply } = await post(url, true);
  expect(reply).toMatch(/^شكرًا x+$/);
  expect(Buffer.byteLength(reply)).toBeLessThanOrEqual(1000);
});

test('a receiver that does not answer within ten seconds has timed out', async () => {
  const { url } = Object.assign(await receiver(), { answer: null });
  const outcome = await post(url, true);
  expect(outcome).toMatchObject({ status: null, fault: 'timeout', reply: '' });
  expect(outcome.durationMs).toBeLessThan(12_000);
});

test('an HTTPS receiver is called if its certificate is trusted, and not otherwise', async () => {
  const { url } = await receiver({ secure: true });
  expect(await post(url, true)).toMatchObject({ status: null, fault: 'certificate' });
  tls.setDefaultCACertificates([...certificates, testCertificate.cert]);
  for (const address of [url, url.replace('https', 'HTTPS')])
    expect(await post(address, true)).toMatchObject({ status: 204, fault: null });
});

test('a receiver that does not listen is unreachable, and an unknown name is unknown', async () => {
  const stopped = await startReceiver();
  await stopped.close();
  expect(await post(stopped.url, true)).toMatchObject({ fault: 'unreachable' });
  dns.lookup = ((_name: string, _options: object, done: (error: Error) => void) =>
    done(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))) as typeof dns.lookup;
  syncBuiltinESMExports();
  expect(await post('https://nowhere.example/')).toMatchObject({ fault: 'unknown-host' });
});
