import { expect, test } from 'vitest';
import { taxQrText } from './tax-qr.ts';

const invoice = {
  seller: 'Bobs Records',
  vatNumber: '310122393500003',
  issuedAt: new Date('2022-04-25T15:30:00Z'),
  total: '1000.00',
  vat: '150.00',
};

/** The values of a text by their tags. */
function valuesOf(text: string): string[] {
  const bytes = Buffer.from(text, 'base64');
  const values: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, length = 0] = bytes.subarray(at, at + 2);
    values[tag] = bytes.subarray(at + 2, at + 2 + length).toString('utf8');
    at += 2 + length;
  }
  return values.slice(1);
}

test('the QR code of a tax invoice is the one of the example that the authority has published', () => {
  expect(taxQrText(invoice)).toBe(
    'AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA==',
  );
});

test('the QR code of a tax invoice holds an Arabic name, and a long one ends with a whole character', () => {
  const seller = 'شركة مجموعة الوادي للضيافة';
  expect(valuesOf(taxQrText({ ...invoice, seller }))).toEqual([
    seller,
    '310122393500003',
    '2022-04-25T15:30:00Z',
    '1000.00',
    '150.00',
  ]);
  expect(valuesOf(taxQrText({ ...invoice, seller: 'و'.repeat(200) }))[0]).toBe('و'.repeat(127));
});
