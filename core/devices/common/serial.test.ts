import { expect, test } from 'vitest';
import { faultForModel, readLabel, serialIn, serialNumber } from './serial.ts';

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

test.each([
  ['LW:D0:70B3D50000000001:A84041FFFF18C2D1:00FF0102:SNABC', 'A84041FFFF18C2D1'],
  ['https://rasid.example/claim?s=70:B3:D5:0A:00:37&k=ABCDE', '70B3D50A0037'],
  ['https://maker.example/d?serial=490154203237518', '490154203237518'],
  ['70b3d50a0037', '70B3D50A0037'],
  ['(01)09501101530003(21)70B3D50A0037(10)A7', '70B3D50A0037'],
  [']d2010950110153000321490154203237518', '490154203237518'],
  ['0109501101530003\u001d10A7\u001d2170b3d50a0037', '70B3D50A0037'],
  ['https://id.gs1.org/01/09501101530003/10/A7/21/A84041FFFF18C2D1', 'A84041FFFF18C2D1'],
  ['(01)09501101530003(21)490154203237519', null],
  ['490154203237519', null],
  ['https://maker.example', null],
  ['Made in Dubai', null],
])('the label "%s" has the serial number %s', (label, serial) => expect(serialIn(label)).toBe(serial));

test('the label of a LoRaWAN device gives the identifiers with which it joins and is claimed', () => {
  expect(readLabel('LW:D0:70B3D50000000001:A84041FFFF18C2D1:00FF0102:O4F2A:SN-17:PCOLOUR')).toEqual({
    serial: 'A84041FFFF18C2D1',
    attributes: { joinEui: '70B3D50000000001', ownerToken: '4F2A', makerSerial: 'N-17', proprietary: 'COLOUR' },
  });
  expect(readLabel('70:B3:D5:0A:00:37').attributes).toEqual({});
});

test('a serial number fits a model by its kind', () => {
  expect(faultForModel('70B3D50A0037', undefined)).toBeNull();
  expect(faultForModel('70B3D50A0037', ['dev-eui', 'mac'])).toBeNull();
  expect(faultForModel('70B3D50A0037', ['dev-eui'])).toBe('serialDevEui');
});
