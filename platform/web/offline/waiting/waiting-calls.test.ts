import { expect, test } from 'vitest';
import { browser, me, start, tab, waitingCall } from './test-browser.ts';
import { maxWaitingCalls, maxWaitingMs, type WaitingCall, waitingStateOf } from './waiting-call.ts';

const keysOf = (calls: readonly WaitingCall[]) => calls.map(({ key }) => key);

test('kept calls are sent in the order in which they were made, with one notice for all', async () => {
  const { queue, attempts, sent } = tab();
  for (const key of ['a', 'b', 'c']) await queue.keep(waitingCall(key));
  await queue.flush();
  expect(attempts).toEqual(['a', 'b', 'c']);
  expect(sent).toEqual([3]);
  expect(queue.calls.get()).toEqual([]);
});

test('a call whose reply was lost is sent again with the same key before the next one', async () => {
  const { queue, attempts } = tab(browser(), { a: [0] });
  await queue.keep(waitingCall('a'));
  await queue.keep(waitingCall('b'));
  await queue.flush();
  expect(keysOf(queue.calls.get())).toEqual(['a', 'b']);
  await queue.flush();
  expect(attempts).toEqual(['a', 'a', 'b']);
  expect(queue.calls.get()).toEqual([]);
});

test('an unreachable, busy or failing server and an ended session leave the calls, tried later with growing delay', async () => {
  const { queue, delays } = tab(browser([waitingCall('a')]), { a: [0, 503, 429, 401] });
  for (let attempt = 0; attempt < 4; attempt++) await queue.flush();
  expect(delays).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(queue.calls.get()).toHaveLength(1);
  await queue.flush();
  expect(queue.calls.get()).toEqual([]);
});

test('the delay between attempts stays below five minutes', async () => {
  const { queue, delays } = tab(browser([waitingCall('a')]), { a: Array(12).fill(0) });
  for (let attempt = 0; attempt < 12; attempt++) await queue.flush();
  expect(delays.at(-1)).toBe(300_000);
});

test('a refused call is kept with its reason and does not hold up the next one, until it is tried again', async () => {
  const { queue, attempts, sent } = tab(browser(), { a: [409] });
  await queue.keep(waitingCall('a'));
  await queue.keep(waitingCall('b'));
  await queue.flush();
  expect(queue.calls.get()).toMatchObject([{ key: 'a', refusal: 'because not-now' }]);
  expect(sent).toEqual([1]);
  await queue.flush();
  expect(attempts).toEqual(['a', 'b']);
  await queue.retry('a');
  expect(attempts).toEqual(['a', 'b', 'a']);
  expect(queue.calls.get()).toEqual([]);
});

test('a call on which the server fails ten times is set aside like a refused one', async () => {
  const { queue } = tab(browser([waitingCall('a'), waitingCall('b')]), { a: Array(10).fill(500) });
  for (let attempt = 0; attempt < 10; attempt++) await queue.flush();
  expect(queue.calls.get()).toMatchObject([{ key: 'a', refusal: 'because not-now' }]);
});

test('a discarded call is not sent', async () => {
  const { queue, attempts } = tab(browser([waitingCall('a'), waitingCall('b')]));
  await queue.discard('a');
  await queue.flush();
  expect(attempts).toEqual(['b']);
});

test('a call that waited for seven days is shown as expired and sent only if the person tries it again', async () => {
  const { queue, state, attempts } = tab(browser([waitingCall('a')]));
  state.now = start + maxWaitingMs + 1;
  await queue.flush();
  expect(attempts).toEqual([]);
  expect(queue.calls.get().map((call) => waitingStateOf(call, state.now))).toEqual(['expired']);
  await queue.retry('a');
  expect(attempts).toEqual(['a']);
});

test('calls are shown to and sent as the person who made them, never while impersonating', async () => {
  const shared = browser([waitingCall('other', { person: 6 }), waitingCall('own')]);
  const { queue, state, attempts } = tab(shared);
  state.person = null;
  await queue.flush();
  expect([attempts, queue.calls.get()]).toEqual([[], []]);
  state.person = me;
  await queue.flush();
  expect(attempts).toEqual(['own']);
  expect(keysOf(shared.stored())).toEqual(['other']);
});

test('nothing more is sent once the person has signed out', async () => {
  const shared = browser([waitingCall('a'), waitingCall('b')]);
  const { queue, state, attempts } = tab(shared);
  state.signsOutAfter = 1;
  await queue.flush();
  expect(attempts).toEqual(['a']);
  expect(keysOf(shared.stored())).toEqual(['b']);
});

test('two tabs that flush at once send each call once', async () => {
  const shared = browser([waitingCall('a'), waitingCall('b')]);
  const [first, second] = [tab(shared), tab(shared)];
  await Promise.all([first.queue.flush(), second.queue.flush(), first.queue.flush()]);
  expect([...first.attempts, ...second.attempts]).toEqual(['a', 'b']);
});

test('the same call is kept once, and at most two hundred of a person', async () => {
  const full = Array.from({ length: maxWaitingCalls }, (_, at) => waitingCall(`${at}`));
  const { queue } = tab(browser([...full, waitingCall('other', { person: 6 })]));
  await queue.keep(waitingCall('0'));
  expect(queue.calls.get()).toHaveLength(maxWaitingCalls);
  await expect(queue.keep(waitingCall('more'))).rejects.toMatchObject({
    fault: { reason: 'tooMany', count: 200 },
  });
});
