import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { endAll, receiver, seconds, silent } from './listener.fixture.ts';
import { decrypted, framed, frameOf, messageOf, NotedStore, panelWith, timeText } from './panel.fixture.ts';

afterEach(endAll);
const key = Buffer.from('AAAAAAAAAAAAAAAA');
/** Frames of every kind, each with what is left of its sequence in its answer. */
const kinds = (): Buffer[] => [
  frameOf({ sequence: '0101', time: seconds(0), data: '#1234|Nri1/BA3^T\xfcr^' }),
  frameOf({ sequence: '0102', receiver: 'R1A', line: 'L', token: 'ADM-CID', data: '#1234|1130 01 015' }),
  frameOf({ sequence: '0103', token: 'NULL', data: '', binary: true }),
  frameOf({ sequence: '0104', key, time: seconds(0) }),
  frameOf({ sequence: '0105', token: 'SIA-PUL' }),
  frameOf({ sequence: '0106', data: '#1234|Nri2/OP7/CL8' }),
  frameOf({ sequence: '0107', data: '|Nri1/QZ9', extended: '[M00]' }),
  frameOf({ sequence: '0108', binary: true }),
];
/** An answer without what is encrypted of it, which has another pad and time each. */
const readable = (reply: string) => reply.replace(/\[[0-9A-F]+$/, '[');

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

test('frames that are split at every byte, or joined in any order, give the same signals and answers', async () => {
  const store = new NotedStore(panelWith({ key }));
  const line = await (await receiver(store)).line();
  const frames = kinds();
  const said = async (...parts: Uint8Array[]) => {
    for (const part of parts) line.send(part);
    return readable(await line.reply());
  };
  const answers = new Map<Buffer, string>();
  const taken = () => store.taken.splice(0).map(({ sequence, events, extended }) => [sequence, events, extended]);
  for (const frame of frames) answers.set(frame, await said(frame));
  const whole = taken();
  expect(whole).toHaveLength(7);
  for (const frame of frames) {
    for (let at = 1; at < frame.length; at++)
      expect(await said(frame.subarray(0, at), frame.subarray(at))).toBe(answers.get(frame));
    const again = taken();
    expect(new Set(again.map((one) => JSON.stringify(one))).size).toBe(again.length === 0 ? 0 : 1);
  }
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(frames, { minLength: frames.length }), async (order) => {
      line.send(Buffer.concat(order));
      for (const frame of order) expect(readable(await line.reply())).toBe(answers.get(frame));
      expect(taken().sort()).toEqual([...whole].sort());
    }),
    { numRuns: 30 },
  );
});

test('npm run demo:panel reports as a panel does, and prints what it is answered', async () => {
  const store = new NotedStore(panelWith({ key }));
  const { port } = await receiver(store);
  const run = promisify(execFile);
  const options = ['tools/demo-panel.mjs', '--account', '1234', '--port', String(port)];
  const encrypted = await run(process.execPath, [...options, '--text-key', 'AAAAAAAAAAAAAAAA', '--repeat']);
  expect(encrypted.stdout.match(/^← "\*ACK"/gm)).toHaveLength(8);
  const plain = await run(process.execPath, [...options, '1130 01 003']);
  expect(plain.stdout).toMatch(/→ "ADM-CID"\d{4}L0#1234.*\n← "ACK"/);
  expect(store.taken.map(({ events: [event] }) => event?.code ?? event?.contactId)).toEqual([
    ...[undefined, undefined, 'BA', 'BA', 'BA', 'BA', 'OP', 'OP', '130'],
  ]);
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
