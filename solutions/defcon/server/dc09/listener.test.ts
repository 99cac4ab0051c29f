import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { Kit } from '#platform/server/kit.ts';
import { metrics } from '#platform/server/monitoring/metrics.ts';
import { siaLimits, startSiaListener } from './listener.ts';
import {
  decrypted,
  framed,
  frameOf,
  messageOf,
  NotedStore,
  type PanelLine,
  panelLine,
  panelWith,
  timeText,
} from './panel.fixture.ts';
import type { SiaMessage } from './receiver.ts';

const key = Buffer.from('AAAAAAAAAAAAAAAA');
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const warnings = new Set<() => string | null>();
const kit = {
  log: pino({ level: 'silent' }),
  readiness: {
    watch(check: () => string | null) {
      warnings.add(check);
      return () => void warnings.delete(check);
    },
  } as unknown as Kit['readiness'],
};
const said = () => [...warnings].map((warning) => warning()).filter((sentence) => sentence !== null);

async function receiver(store: NotedStore, limits: Partial<typeof siaLimits> = {}) {
  const started = await startSiaListener(kit, store, {
    port: 0,
    host: '127.0.0.1',
    limits: { ...siaLimits, ...limits },
  });
  ends.push(started.stop);
  const line = async (): Promise<PanelLine> => {
    const opened = await panelLine(started.port);
    ends.push(opened.end);
    return opened;
  };
  return { ...started, line };
}

/** Whatever comes before the answer to this message has been handled without one. */
const marker = frameOf({ sequence: '9999' });
const silent = async (line: PanelLine, ...frames: Buffer[]) => {
  line.send(...frames, marker);
  expect(await line.reply()).toBe('"ACK"9999L0#1234[]');
};
const seconds = (count: number) => Date.now() + count * 1000;

test('replies repeat sequence, receiver, line and account exactly, with the form of the checksum', async () => {
  const store = new NotedStore(panelWith(), panelWith({ account: 'FOC7688', deviceId: 2 }));
  const line = await (await receiver(store)).line();
  line.send(frameOf({ sequence: '0042', receiver: 'R1a', line: 'L0b', account: '#001234' }));
  expect(await line.reply()).toBe('"ACK"0042R1aL0b#001234[]');
  line.send(frameOf({ sequence: '0043', receiver: 'R', line: 'L', binary: true }));
  expect(await line.reply()).toBe('"ACK"0043RL#1234[]');
  line.send(frameOf({ sequence: '0044', account: '#foc7688' }));
  expect(await line.reply()).toBe('"ACK"0044L0#foc7688[]');
  line.send(framed(Buffer.from('"SIA-DCS"4738R0001L0001[#001234|Nri04/OP001NM]')));
  expect(await line.reply()).toBe('"ACK"4738R0001L0001[]');
  expect(store.taken.map(({ events: [event] }) => event?.code)).toEqual(['BA', 'BA', 'BA', 'OP']);
});

test('an encrypted message is acknowledged encrypted, if it is at most 40 s old and 20 s ahead', async () => {
  const store = new NotedStore(panelWith({ key }));
  const line = await (await receiver(store)).line();
  for (const age of [-39, 19]) {
    line.send(frameOf({ key, time: seconds(age), receiver: 'R7' }));
    const [, digits = ''] = /^"\*ACK"0001R7L0#1234\[([0-9A-F]+)$/.exec(await line.reply()) ?? [];
    expect(decrypted(key, digits)).toMatch(/^[A-Za-z0-9]*\|\]_\d\d:\d\d:\d\d,\d\d-\d\d-\d{4}$/);
  }
  expect(store.taken).toHaveLength(2);
  for (const time of [seconds(-41), seconds(22), null]) {
    line.send(frameOf({ key, time, receiver: 'R7', line: 'L3' }));
    const reply = await line.reply();
    expect(reply).toMatch(/^"NAK"0000R7L3A0\[\]_/);
    expect([seconds(0), seconds(-1)].map((now) => `"NAK"0000R7L3A0[]${timeText(now)}`)).toContain(reply);
  }
  expect([store.taken.length, store.troubles]).toEqual([2, ['clock-wrong']]);
});

test('a plain message is refused for its time only where its account asks for that', async () => {
  const store = new NotedStore(panelWith(), panelWith({ account: '77', deviceId: 2, refusesPlainTime: true }));
  const line = await (await receiver(store)).line();
  line.send(
    frameOf({ time: seconds(-300) }),
    frameOf({ account: '#77', time: seconds(-300) }),
    frameOf({ account: '#77' }),
  );
  expect(await line.reply()).toMatch(/^"ACK"0001L0#1234/);
  expect(await line.reply()).toMatch(/^"NAK"0000R0L0A0\[\]_/);
  expect(await line.reply()).toMatch(/^"ACK"0001L0#77/);
});

test('wrong checksums and lengths, unknown accounts and wrong keys get no answer', async () => {
  const store = new NotedStore(panelWith({ key }));
  const { line: open, port } = await receiver(store);
  const line = await open();
  await silent(line, framed(messageOf({}), { sum: 1 }), framed(messageOf({}), { length: 12 }));
  await silent(line, frameOf({ account: '#9999' }), frameOf({ account: '#9999', key, time: seconds(0) }));
  expect(store.strangers).toEqual(['9999', '9999']);
  await silent(line, frameOf({ key: Buffer.alloc(16, 3), time: seconds(0) }), frameOf({ key: Buffer.alloc(32, 3) }));
  await silent(line, frameOf({ key, time: seconds(0), data: '#4321|Nri1/BA3' }));
  expect(store.troubles).toEqual(['wrong-key', 'wrong-key', 'wrong-key']);
  expect(store.taken.map(({ sequence }) => sequence)).toEqual(Array(4).fill('9999'));
  expect(port).toBeGreaterThan(0);
});

test('of a panel that must encrypt, a plain message changes nothing and is reported', async () => {
  const store = new NotedStore(panelWith({ account: '55', deviceId: 2, encryption: 'required', key }), panelWith());
  const line = await (await receiver(store)).line();
  await silent(line, frameOf({ account: '#55', data: '#55|Nri1/OP1' }));
  expect([store.troubles, store.taken.length]).toEqual([['unencrypted'], 1]);
});

test('a token or a content that is not read gets DUH and is kept; an unknown code is acknowledged', async () => {
  const store = new NotedStore(panelWith({ key }));
  const line = await (await receiver(store)).line();
  line.send(frameOf({ token: 'SIA-PUL', sequence: '0005', receiver: 'R2' }));
  expect(await line.reply()).toBe('"DUH"0005R2L0#1234[]');
  line.send(frameOf({ data: '#1234|hello' }), frameOf({ data: '#4321|Nri1/BA3' }));
  for (let n = 0; n < 2; n++) expect(await line.reply()).toBe('"DUH"0001L0#1234[]');
  line.send(frameOf({ token: 'SIA-PUL', key, time: seconds(0) }));
  expect(await line.reply()).toMatch(/^"\*DUH"0001L0#1234\[[0-9A-F]+$/);
  expect(store.refused.map((one) => one.slice(0, 14))).toEqual([
    'unknown-token:',
    'unreadable: SI',
    'unreadable: SI',
    'unknown-token:',
  ]);
  line.send(frameOf({ data: '#1234|Nri1/QZ3' }));
  expect(await line.reply()).toMatch(/^"ACK"/);
  expect(store.taken[0]?.events).toEqual([{ code: 'QZ', qualifier: 'new', group: 1, zone: 3 }]);
});

test('nothing is decrypted with a key from extended data', async () => {
  const store = new NotedStore(panelWith({ key }));
  const line = await (await receiver(store)).line();
  const other = Buffer.alloc(16, 'B');
  line.send(frameOf({ extended: `[K${other.toString('hex')}]` }));
  expect(await line.reply()).toMatch(/^"ACK"/);
  await silent(line, frameOf({ key: other, time: seconds(0) }));
  expect([store.troubles, store.taken[0]?.extended]).toEqual([['wrong-key'], {}]);
});

test('signs of life are taken without events, with the line on which they came', async () => {
  const store = new NotedStore(panelWith({ key }));
  const line = await (await receiver(store)).line();
  line.send(
    frameOf({ token: 'NULL', sequence: '0000', data: '', line: 'L2' }),
    frameOf({ token: 'NULL', sequence: '0000', data: '', key, time: seconds(0), line: 'L2' }),
  );
  expect(await line.reply()).toBe('"ACK"0000L2#1234[]');
  expect(await line.reply()).toMatch(/^"\*ACK"0000L2#1234/);
  expect(store.taken.map(({ line: path, events }) => [path, events])).toEqual(Array(2).fill(['2', []]));
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
  ends.splice(ends.indexOf(stop), 1);
});
