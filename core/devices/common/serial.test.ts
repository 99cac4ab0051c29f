import { expect, test } from 'vitest';
import { serialNumber } from './serial.ts';

const read = (text: string) => {
  const found = serialNumber().safeParse(text);
  return found.success ? found.data : found.error.issues[0]?.message;
};

test.each([
  ['70B3D50A0037', '70B3D50A0037'],
  ['70:b3:d5:0a:00:37', '70B3D50A0037'],
  [' a840-41ff-ff18-c2d1 ', 'A84041FFFF18C2D1'],
  ['49 015420 323751 8', '490154203237518'],
])('%s is kept as %s', (typed, kept) => expect(read(typed)).toBe(kept));

test.each([
  ['', 'Required'],
  ['70:B3:D5:0A:00', 'invalidMacAddress'],
  ['490154203237519', 'invalidImei'],
  ['not a serial', 'invalidSerial'],
  ['A84041FFFF18C2D1FF', 'invalidSerial'],
])('%s is refused as %s', (typed, word) => expect(read(typed)).toBe(word));
