import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile/15E148 Safari/604.1';

let app: Rasid;
let customer: TestPerson;
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  await signIn('viewer', windows, 'wrong');
  await signIn('operator', iphone);
  await signIn('other', iphone);
  await signIn('viewer', 'curl/8.5.0');
});
afterAll(() => app.close());

const signIn = (name: string, agent: string, password = demoPassword) =>
  app.anonymous.call('POST', '/auth/login', {
    body: { email: `${name}@rasid.test`, password },
    headers: { 'user-agent': agent },
  });
type Line = { email: string; agent: string; event: string };
const found = async (who: TestPerson, words: string): Promise<string[]> =>
  (await who.call('GET', `/session-log?search=${encodeURIComponent(words)}`)).body.data.map(
    ({ email, agent, event }: Line) => [email.split('@')[0], event, agent].join(' '),
  );

test('programs are shown by their usual names', async () => {
  expect((await customer.call('GET', '/session-log')).body.data.map(({ agent }: Line) => agent)).toEqual(
    expect.arrayContaining(['Chrome, Windows', 'Safari, iOS', 'curl']),
  );
});

test.each([
  ['a device', 'ios', ['operator login Safari, iOS']],
  ['a browser as it is shown, not as it is sent', 'chrome', ['viewer failed Chrome, Windows']],
  ['an address', 'viewer@rasid', ['viewer login curl', 'viewer failed Chrome, Windows']],
  ['a name', 'layla nas', ['viewer login curl', 'viewer failed Chrome, Windows']],
  ['an Arabic name, however it is written', 'المنصورى', ['operator login Safari, iOS']],
])('the access log is searched by %s', async (_by, words, lines) => {
  expect(await found(customer, words)).toEqual(lines);
});

test('a search finds by the network address as well, within the filters', async () => {
  const { body } = await customer.call('GET', '/session-log?search=127.0.0.1&event=failed');
  expect([body.totalRecords, body.data[0].email]).toEqual([1, 'viewer@rasid.test']);
});

test('a search finds only entries that the list shows', async () => {
  expect(await found(customer, 'khalid')).toEqual([]);
  expect(await found(await app.signIn('viewer@rasid.test'), 'mariam')).toEqual([]);
  expect(await found(await app.signIn('super@rasid.test'), 'khalid')).toEqual(['other login Safari, iOS']);
});
