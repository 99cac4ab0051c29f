import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processorMsOf } from '#main/testing/test-processor-time.ts';
import { hostileCodecs } from '../fixtures/hostile.ts';
import { CodecBreaker } from './breaker.ts';
import type { CodecAnswer } from './instance.ts';
import { CodecPool } from './pool.ts';

let pool: CodecPool;
beforeAll(() => {
  pool = new CodecPool(2);
});
afterAll(() => pool.close());

const run = (source: string, input: object = {}, now = 1_790_000_000_000): Promise<CodecAnswer> =>
  pool.run({
    version: source,
    source,
    call: 'decodeUplink',
    input: JSON.stringify({ bytes: [1, 2], fPort: 1, recvTime: now, variables: {}, ...input }),
    now,
  });
const body = (text: string) => `function decodeUplink(input) { ${text} }`;
const data = (answer: CodecAnswer) => ('output' in answer ? JSON.parse(answer.output).data : answer);

describe('a hostile codec', () => {
  test('is ended after at most 300 ms of CPU time at each of twelve attacks, without growing the process by 64 MB', async () => {
    // The engine is started, and the memory of a worker is allocated, beforehand.
    await Promise.all([run(body('return { data: { n: 1 } };')), run(body('return { data: { n: 2 } };'))]);
    const before = process.memoryUsage().rss;
    for (const [name, attack] of Object.entries(hostileCodecs)) {
      const ms = await processorMsOf(3, async () => {
        const answer = await run(body(attack));
        expect('failed' in answer, `${name}: ${JSON.stringify(answer)}`).toBe(true);
      });
      expect(ms, name).toBeLessThan(300);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 ** 2);
    expect(data(await run(body('return { data: { n: 1 } };')))).toEqual({ n: 1 });
  });

  /** How many of twenty calls are answered before the attacks have ended: none, if they have to wait for them. */
  async function answeredBefore(attacks: readonly Promise<CodecAnswer>[], good: string): Promise<number> {
    let answered = 0;
    let before = 0;
    const ended = Promise.all(attacks).then(() => {
      before = answered;
    });
    await Promise.all(Array.from({ length: 20 }, () => run(good).then(() => (answered += 1))));
    await ended;
    return before;
  }

  test('does not keep the calls of another codec waiting', async () => {
    const good = body('return { data: { n: input.bytes[1] } };');
    // Two workers are started beforehand: that may take as long as the attack.
    await Promise.all([run(good), run(body('return { data: { n: 3 } };'))]);
    // A different loop from the attacks above, which already run separately.
    const attack = run(body('for (let i = 0; ; i += 2) {}'));
    expect(await answeredBefore([attack], good)).toBeGreaterThan(0);
    expect(await attack).toMatchObject({ failed: 'codec-limit' });
  });

  test('that has exceeded a limit runs separately: even as many as there are workers do not keep others waiting', async () => {
    const endless = [1, 2].map((n) => body(`for (let i = ${n}; ; i++) {}`));
    const good = body('return { data: { n: input.bytes[0] } };');
    await Promise.all([...endless.map((source) => run(source)), run(good)]);
    const attacks = endless.map((source) => run(source));
    expect(await answeredBefore(attacks, good)).toBeGreaterThan(0);
  });

  test('cannot reach anything outside of its sandbox, and leaves no state between messages', async () => {
    const names = ['process', 'require', 'fetch', 'setTimeout', 'performance', 'Promise', 'WebAssembly'];
    const reach = body(`return { data: { found: [${names.map((name) => `typeof ${name}`)}].join() } };`);
    expect(data(await run(reach)).found).toBe(names.map(() => 'undefined').join());
    const counting = `let count = 0; function decodeUplink() {
      count++; this && (this.left = 1); Array.prototype.left = 1; globalThis.left = (globalThis.left || 0) + 1;
      decodeUplink.left = 1; return { data: { count, left: [].left || globalThis.left || 0 } }; }`;
    for (let i = 0; i < 3; i++) expect(data(await run(counting))).toEqual({ count: 1, left: 0 });
  });

  test('reads the time of the message, and has no random numbers', async () => {
    const timed = body(
      'return { data: { now: Date.now(), at: input.recvTime.getTime(), chance: typeof Math.random } };',
    );
    expect(data(await run(timed, {}, 1_700_000_000_123))).toEqual({
      now: 1_700_000_000_123,
      at: 1_700_000_000_123,
      chance: 'undefined',
    });
  });

  test('may not return anything but values, nor too many, too deep or too large ones', async () => {
    const returned = (value: string) => run(body(`return { data: ${value} };`));
    for (const value of [
      '{ n: NaN }',
      '{ n: 1n }',
      '{ n() {} }',
      'Array.from({ length: 501 }, (_, i) => i)',
      '{ t: "x".repeat(70000) }',
    ])
      expect(await returned(value), value).toMatchObject({ failed: 'codec-failed' });
    const deep = `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`;
    expect(await returned(`JSON.parse('${deep}')`)).toMatchObject({ failed: 'codec-failed' });
    expect(await run('function decodeUplink( {')).toMatchObject({ failed: 'codec-failed' });
    expect(await run('return 1; } function other() {')).toMatchObject({ failed: 'codec-failed' });
  });

  test('is suspended for five minutes when it exceeds a limit ten times within a minute', () => {
    const breaker = new CodecBreaker();
    for (let i = 0; i < 9; i++) expect(breaker.hit('a', i * 7000)).toBe(false);
    expect(breaker.hit('a', 59_000)).toBe(true);
    expect([breaker.isSuspended('a', 300_000), breaker.isSuspended('b', 300_000)]).toEqual([true, false]);
    expect(breaker.isSuspended('a', 359_001)).toBe(false);
  });
});

describe('a codec of another platform runs as it is', () => {
  test('as decodeUplink with normalizeUplink, as Decode and as Decoder', async () => {
    const bytes = [0x00, 0xeb, 0x32];
    const normal = `function decodeUplink(input) { return { data: { t: ((input.bytes[0] << 8) | input.bytes[1]) / 10 } }; }
      function normalizeUplink(input) { return { data: { air: { temperature: input.data.t } } }; }`;
    expect(data(await run(normal, { bytes }))).toEqual({ air: { temperature: 23.5 } });
    const chirpstack3 =
      'function Decode(fPort, bytes, variables) { return { t: bytes[1], p: fPort, k: variables.k }; }';
    expect(data(await run(chirpstack3, { bytes, variables: { k: 'v' } }))).toEqual({ t: 235, p: 1, k: 'v' });
    const ttn2 =
      'function Decoder(bytes, port) { var decoded = {}; decoded.humidity = bytes[2]; decoded.port = port; return decoded; }';
    expect(data(await run(ttn2, { bytes }))).toEqual({ humidity: 50, port: 1 });
  });

  test('with the reading methods of Buffer', async () => {
    const source = body(`const b = Buffer.from(input.bytes); return { data: {
      hex: b.toString('hex'), u16: b.readUInt16BE(0), i16: b.readInt16LE(1), u8: b.readUInt8(2), f: b.readFloatBE(0), u24: b.readUIntBE(0, 3), text: Buffer.from('aGk=', 'base64').toString() } };`);
    expect(data(await run(source, { bytes: [0x41, 0xc8, 0xff, 0x00] }))).toEqual({
      hex: '41c8ff00',
      u16: 0x41c8,
      i16: -56,
      u8: 255,
      f: Buffer.from([0x41, 0xc8, 0xff, 0x00]).readFloatBE(0),
      u24: 0x41c8ff,
      text: 'hi',
    });
  });

  test('to encode a command, as encodeDownlink, as Encode and as Encoder', async () => {
    const encode = async (source: string) => {
      const input = JSON.stringify({ data: { open: true }, variables: {} });
      const answer = await pool.run({ version: source, source, call: 'encodeDownlink', input, now: 0 });
      return 'output' in answer ? JSON.parse(answer.output) : answer;
    };
    const expected = { bytes: [1], fPort: 7, warnings: [], errors: [] };
    const current = 'function encodeDownlink(input) { return { bytes: [input.data.open ? 1 : 0], fPort: 7 }; }';
    expect(await encode(current)).toEqual(expected);
    const older = 'function Encode(fPort, obj, variables) { return [obj.open ? 1 : 0]; }';
    expect(await encode(older)).toEqual({ ...expected, fPort: 1 });
    expect(await encode('function Encoder(obj, port) { return [obj.open ? 1 : 0]; }')).toEqual({
      ...expected,
      fPort: 1,
    });
  });
});
