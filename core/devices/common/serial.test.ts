import { expect, test } from 'vitest';
import { serialNumber } from './serial.ts';

const read = (text: string) => {
  const result = serialNumber().safeParse(text);
  return result.success ? result.data : result.error.issues[0]?.message;
};

test.each([
  ['70B3D50A0037', '70B3D50A0037'],
  ['70:b3:d5:0a:00:37', '70B3D50A0037'],
  [' a840-41ff-ff18-c2d1 ', 'A84041FFFF18C2D1'],
  ['49 015420 323751 8', '490154203237518'],
])('the serial number "%s" is stored as %s', (typed, stored) => expect(read(typed)).toBe(stored));

test.each([
  ['', 'Required'],
  ['70:B3:D5:0A:00', 'invalidMacAddress'],
  ['490154203237519', 'invalidImei'],
  ['not a serial', 'invalidSerial'],
  ['A84041FFFF18C2D1FF', 'invalidSerial'],
])('the serial number "%s" is refused with %s', (typed, code) => expect(read(typed)).toBe(code));
