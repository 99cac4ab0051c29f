import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encrypted, framed, frameOf, messageOf, panelWith, timeText } from '../panel.fixture.ts';
import { decrypt, encrypt, keyOf } from './cipher.ts';
import { eventsOf, extendedData } from './events.ts';
import { FrameReader } from './frames.ts';
import { accountKey, openContent, readContent, readEnvelope } from './message.ts';
import { isTimely, occurrence, parseTimestamp, writeTimestamp } from './times.ts';
import { decodeText, encodeText } from './windows-1252.ts';

const now = Date.UTC(2026, 10, 30, 12, 0, 0);
const textKey = Buffer.from('AAAAAAAAAAAAAAAA');
// The two frames that pysiaalarm publishes with a right checksum, and others from the writer of these tests.
const published = [
  '\n76D80055"*NULL"0000R0L0#AAAB[B4BC8B40D0E6D959D6BEA78E88CC0B2155741A3C44FBB96D476A3E557CAD64D9\r',
  '\nE5D50034"SIA-DCS"6002L0#AAA[|Nri1/CL501]_14:12:04,09-25-2019\r',
].map((frame) => Buffer.from(frame));
const frames = [
  ...published,
  frameOf({ data: '#1234|Nri1/BA3^T\xfcr f\xfcr K\xfcche^', time: now }),
  frameOf({ token: 'ADM-CID', data: '#1234|1130 01 015', receiver: 'R1A', line: 'L' }),
  frameOf({ token: 'NULL', sequence: '0000', data: '', binary: true }),
  frameOf({ sequence: '0007', key: textKey, time: now }),
  // Their binary checksums have a line feed and a carriage return as a byte.
  ...[0x0a, 0x0d].map((byte) => {
    for (let n = 0; ; n++) {
      const message = messageOf({ data: `#1234|Nri1/BA${n}` });
      const frame = framed(message, { binary: true });
      if (frame[1] === byte || frame[2] === byte) return frame;
    }
  }),
];
const wrong = [
  framed(messageOf({}), { sum: 0x1234 }),
  framed(messageOf({}), { length: 17 }),
  framed(messageOf({}), { length: 900 }),
  Buffer.from('\nhello, is there anybody?\r'),
  framed(Buffer.from(`"SIA-DCS"0001L0#1[${'x'.repeat(4100)}]`), { length: 0xfff }),
];
const skipped = ['\0', '\r', '  ', 'AT+CIPSEND'].map((text) => Buffer.from(text));

/** What a reader makes of these pieces: the messages, and a mark for each wrong frame. */
function read(pieces: readonly Uint8Array[]): string[] {
  const reader = new FrameReader();
  return pieces.flatMap((piece) =>
    reader.read(piece).map((frame) => ('wrong' in frame ? 'wrong' : `${frame.checksum} ${decodeText(frame.message)}`)),
  );
}

test('each frame is read when it is split at every position', () => {
  for (const frame of frames) {
    const [whole] = read([frame]);
    expect(whole).toMatch(/^(hex|binary) "/);
    for (let at = 1; at < frame.length; at++)
      expect(read([frame.subarray(0, at), frame.subarray(at)])).toEqual([whole]);
    expect(read(Array.from(frame, (byte) => Uint8Array.of(byte)))).toEqual([whole]);
  }
});

test('frames that are joined in any order, with wrong ones and noise between them, are read however they are split', () => {
  const pieces = fc.array(fc.constantFrom(...frames, ...wrong, ...skipped), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(pieces, fc.array(fc.nat(), { maxLength: 12 }), (chosen, cuts) => {
      const bytes = Buffer.concat(chosen);
      const expected = chosen.flatMap((one) => (skipped.some((noise) => noise === one) ? [] : read([one])));
      const at = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
      const split = at.slice(1).map((end, n) => bytes.subarray(at[n], end));
      expect(read(split)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test('line feeds in front of a frame are skipped', () => {
  for (const frame of frames) expect(read([Buffer.from('\n\n'), frame])).toEqual(read([frame]));
});

test('any bytes are read without an error, and a connection keeps no more than a frame of them', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 9000 }), { maxLength: 5 }), (pieces) => {
      expect(read(pieces).every((one) => one === 'wrong')).toBe(true);
      expect(read([...pieces, Buffer.from('\r'), frames[2] as Buffer]).at(-1)).toMatch(/^hex/);
    }),
  );
});

test('Windows-1252 is written as it is read', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect([...encodeText(decodeText(all))]).toEqual([...all]);
  expect(decodeText(Uint8Array.of(0x80, 0xe9))).toBe('€é');
  expect(encodeText('باب').toString()).toBe('???');
});

test('a key is given as hexadecimal digits or as text, for AES-128, 192 and 256', () => {
  for (const bytes of [16, 24, 32]) {
    expect(keyOf('A'.repeat(bytes), 'text')).toEqual(Buffer.alloc(bytes, 'A'));
    expect(keyOf('4a'.repeat(bytes), 'hex')).toEqual(Buffer.alloc(bytes, 0x4a));
    const key = Buffer.alloc(bytes, 7);
    const content = Buffer.from('|#1234|Nri1/BA3]');
    expect(decrypt(key, encrypt(key, content))?.toString().endsWith(content.toString())).toBe(true);
    const sent = readEnvelope(messageOf({ key, time: now }));
    expect(openContent(key, sent?.content ?? '')).toMatchObject({ account: '1234', blocks: ['Nri1/BA3'] });
    expect(openContent(Buffer.alloc(bytes, 8), sent?.content ?? '')).toBeNull();
  }
  for (const [key, form] of [
    ['A'.repeat(15), 'text'],
    ['A'.repeat(15), 'hex'],
    ['4a'.repeat(20), 'hex'],
    ['XY'.repeat(16), 'hex'],
    ['ü'.repeat(16), 'text'],
  ] as const)
    expect(keyOf(key, form)).toBeNull();
});

test('the published encrypted frame opens with its key as text', () => {
  const [frame] = new FrameReader().read(published[0] as Buffer);
  const sealed = frame && 'message' in frame ? readEnvelope(frame.message) : null;
  expect(sealed).toMatchObject({ token: 'NULL', encrypted: true, sequence: '0000', receiver: 'R0', account: '#AAAB' });
  const content = openContent(keyOf('AAAAAAAAAAAAAAAA', 'text') as Buffer, sealed?.content ?? '');
  expect(content).toEqual({ account: null, blocks: [], extended: [], timestamp: '18:24:52,07-05-2020' });
});

test('contents are found behind pads of any length, and no pad', () => {
  for (const inner of ['|#1234|Nri1/BA3]', '|Nri1/BA3]', `|#1234|Nri1/BA3][HX]${timeText(now)}`])
    for (let extra = 0; extra < 16; extra++) {
      const text = ' '.repeat((16 - ((inner.length + extra) % 16)) % 16) + 'z'.repeat(extra) + inner;
      expect(openContent(textKey, encrypted(textKey, text))?.blocks).toEqual(['Nri1/BA3']);
    }
  expect(openContent(textKey, encrypted(textKey, '#1234|Nri1/BA34]'))).toMatchObject({ account: '1234' });
  expect(openContent(textKey, 'ABCD')).toBeNull();
});

test('accounts are compared without case and without leading zeros', () => {
  expect(['foc7688', 'FOC7688', '000FOC7688'].map(accountKey)).toEqual(Array(3).fill('FOC7688'));
  expect(['006969', '6969'].map(accountKey)).toEqual(['6969', '6969']);
  expect(accountKey('000')).toBe('0');
});

test('an empty line or receiver, and a message without either, are read as they are written', () => {
  const parts = (head: string) => {
    const { receiver, line, account } = readEnvelope(Buffer.from(`"SIA-DCS"0001${head}[]`)) ?? {};
    return [receiver, line, account];
  };
  expect(parts('RL#12')).toEqual(['R', 'L', '#12']);
  expect(parts('R579BDFL789ABC#12345A')).toEqual(['R579BDF', 'L789ABC', '#12345A']);
  expect(parts('L0')).toEqual(['', 'L0', '']);
  expect(parts('')).toEqual(['', '', '']);
});

const events = (data: string, token = 'SIA-DCS') => {
  const content = readContent(`${data}]`);
  return content && eventsOf({ token }, content);
};

test('events of SIA: areas, people, texts in every form, several in a block', () => {
  const cases: [string, object[]][] = [
    ['|Nri1/CL501', [{ code: 'CL', group: 1, user: 501 }]],
    ['#123456|Nri1CL0^VX FRONTE ^', [{ code: 'CL', group: 1, text: 'VX FRONTE' }]],
    ['#123456|Nri0KR1^TAST. 001 ^', [{ code: 'KR', zone: 1, text: 'TAST. 001' }]],
    ['#12345A|NFA129', [{ code: 'FA', zone: 129 }]],
    ['#006969|Nri04/OP001NM', [{ code: 'OP', group: 4, user: 1 }]],
    ['Nri1/WA000', [{ code: 'WA', group: 1 }]],
    ["#1|NBA1014*'Hall/Stairs'NM", [{ code: 'BA', zone: 1014, text: 'Hall/Stairs' }]],
    ['#1|Nti12:34/id7/pi010/OP', [{ code: 'OP', user: 7 }]],
    [
      '#1|Nri2/BA3/BT4',
      [
        { code: 'BA', group: 2, zone: 3 },
        { code: 'BT', group: 2, zone: 4 },
      ],
    ],
    ['#1|Nri1/BA3|A*"Hall"', [{ code: 'BA', group: 1, zone: 3, text: 'Hall' }]],
    ['#1|Nri1/BA3|ATür', [{ code: 'BA', group: 1, zone: 3, text: 'Tür' }]],
    ['#1|Nri1/ba3', [{ code: 'BA', group: 1, zone: 3 }]],
  ];
  for (const [data, expected] of cases)
    expect([data, events(data)]).toEqual([data, expected.map((one) => ({ ...one, qualifier: 'new' }))]);
  for (const data of ['#1|', '', '#1|hello', '#1|N', '#1|Nri1/', '#1|N12', '#1|X!']) expect(events(data)).toBeNull();
});

test('events of Contact ID keep their own codes', () => {
  expect(events('#12345A|1110 00 129', 'ADM-CID')).toEqual([{ contactId: '110', qualifier: 'new', zone: 129 }]);
  expect(events('#1|3401 02 007', 'ADM-CID')).toEqual([{ contactId: '401', qualifier: 'restore', group: 2, user: 7 }]);
  expect(events('#1|6130 01 005', 'ADM-CID')).toMatchObject([{ qualifier: 'status' }]);
  expect(events('#1|1999 01 005', 'ADM-CID')).toMatchObject([{ contactId: '999', zone: 5 }]);
  for (const data of ['#1|2110 00 129', '#1|1110', '#1|Nri1/BA3', '']) expect(events(data, 'ADM-CID')).toBeNull();
  expect(events('', 'NULL')).toEqual([]);
  expect(events('|Nri1/BA3', 'SIA-XXX')).toBeNull();
});

test('of extended data a new key is not kept', () => {
  const content = readContent('|Nri1/BA3][M0026B9E4268B][KAAAAAAAAAAAAAAAA][H14:12:04,09-25-2019][X055E17.3][PXX]_x');
  expect(extendedData(content ?? { extended: [] })).toEqual({
    M: '0026B9E4268B',
    H: '14:12:04,09-25-2019',
    X: '055E17.3',
  });
});

test('times are read in UTC or by the clocks of a zone, and impossible ones are none', () => {
  expect(parseTimestamp('_12:00:00,11-30-2026', 'utc')).toBe(now);
  expect(parseTimestamp('16:00:00,11-30-2026', { zone: 'Asia/Dubai' })).toBe(now);
  expect(writeTimestamp(now)).toBe('_12:00:00,11-30-2026');
  for (const text of [null, '', '14:12:04,09-25-201', '25:00:00,11-30-2026', '12:00:00,02-30-2026'])
    expect(parseTimestamp(text, 'utc')).toBeNull();
});

test('a message may be 40 s old or 20 s ahead', () => {
  const at = (seconds: number) => isTimely(now + seconds * 1000, now);
  expect([at(-41), at(-40), at(-39), at(20), at(21)]).toEqual([false, true, true, true, false]);
});

test('it happened when the panel says, unless that cannot be; a quarter of an hour later it is late', () => {
  const minutes = (count: number) => now - count * 60_000;
  expect(occurrence([null, minutes(5)], now)).toEqual({ time: minutes(5), from: 'panel', late: false });
  expect(occurrence([minutes(20), minutes(1)], now)).toEqual({ time: minutes(20), from: 'panel', late: true });
  expect(occurrence([null, minutes(1441)], now)).toEqual({ time: now, from: 'arrival', late: false });
  expect(occurrence([minutes(-2), null], now)).toEqual({ time: now, from: 'arrival', late: false });
  expect(panelWith().clock).toBe('utc');
});
