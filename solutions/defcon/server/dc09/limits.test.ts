import { afterEach, expect, test } from 'vitest';
import { metrics } from '#platform/server/monitoring/metrics.ts';
import { endAll, receiver, said, seconds, silent } from './listener.fixture.ts';
import { framed, frameOf, messageOf, NotedStore, type PanelLine, panelWith } from './panel.fixture.ts';
import type { SiaMessage } from './receiver.ts';

const key = Buffer.from('AAAAAAAAAAAAAAAA');
afterEach(endAll);

test('ten wrong frames in a row end a connection, nine do not', async () => {
  const wrong = Array<Buffer>(9).fill(framed(messageOf({}), { sum: 1 }));
  const { line: open } = await receiver(new NotedStore(panelWith()));
  const line = await open();
  await silent(line, ...wrong);
  await silent(line, ...wrong);
  line.send(...wrong, wrong[0] as Buffer);
  await line.ended;
});

test('silent connections, and those beyond the limits, are ended', async () => {
  const store = new NotedStore(panelWith(), panelWith({ account: '77', deviceId: 2 }));
  const { line: open } = await receiver(store, { perPanel: 2, perAddress: 4 });
  const lines = [await open(), await open(), await open()];
  for (const line of lines) await silent(line);
  // The oldest of a panel gives way: it may be half-open.
  await lines[0]?.ended;
  await silent(lines[1] as PanelLine);
  await silent(lines[2] as PanelLine);
  // Who only names the account does not count as its panel.
  const strangers = [await open(), await open()];
  for (const line of strangers) line.send(frameOf({ key, time: seconds(0) }));
  await silent(lines[1] as PanelLine);
  await (await open()).ended;
  const { line: openShort } = await receiver(new NotedStore(), { idleMs: 30 });
  await (await openShort()).ended;
  const { line: openFull } = await receiver(new NotedStore(), { connections: 1 });
  await openFull();
  await expect.poll(said).toContainEqual(expect.stringMatching(/All 1 connections/));
  await (await openFull()).ended;
  expect(await metrics.metrics()).toMatch(/rasid_sia_connections_refused_total\{limit="address"\} [1-9]/);
});

test('more than twenty messages a second are all taken, and reported once', async () => {
  const store = new NotedStore(panelWith());
  const line = await (await receiver(store)).line();
  line.send(...Array.from({ length: 60 }, (_, n) => frameOf({ sequence: String(n).padStart(4, '0') })));
  for (let n = 0; n < 60; n++) await line.reply();
  expect([store.taken.length, store.troubles]).toEqual([60, ['flooding']]);
});

test('at a stop a message that is being stored still gets its answer', async () => {
  const store = new NotedStore(panelWith());
  const begun = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<void>();
  store.take = async (_panel, message: SiaMessage) => {
    begun.resolve();
    await stored.promise;
    store.taken.push(message);
    return 'stored';
  };
  const { line: open, stop } = await receiver(store);
  const [line, idle] = [await open(), await open()];
  line.send(frameOf({ sequence: '0011' }));
  await begun.promise;
  const stopped = stop();
  await idle.ended;
  stored.resolve();
  expect(await line.reply()).toBe('"ACK"0011L0#1234[]');
  await Promise.all([stopped, line.ended]);
});

test('without a commit there is no answer, readiness says so, and the same frame is taken when it is sent again', async () => {
  const store = new NotedStore(panelWith());
  const line = await (await receiver(store)).line();
  store.broken = true;
  line.send(frameOf({ sequence: '0008' }));
  await expect.poll(said).toContainEqual(expect.stringMatching(/cannot be stored/));
  store.broken = false;
  line.send(frameOf({ sequence: '0008' }));
  expect(await line.reply()).toBe('"ACK"0008L0#1234[]');
  expect(store.taken).toHaveLength(1);
});
