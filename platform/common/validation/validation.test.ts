import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { processorMsOf } from '#main/testing/test-processor-time.ts';
import { passwordChecks } from './password-checks.ts';
import {
  asciiText,
  charactersOnly,
  digitsOnly,
  email,
  exactText,
  hexText,
  id,
  location,
  macAddress,
  numberWithin,
  numericText,
  password,
  phone,
  positiveNumber,
  preferenceKey,
  requiredText,
  textOfLength,
} from './validation.ts';

/** The message of the first rule that the value breaks, or null. */
const faultOf = (type: z.ZodType, value: unknown) => type.safeParse(value).error?.issues[0]?.message ?? null;

describe('email', () => {
  const label = 'a'.repeat(63);
  test.each([
    'a@b.co', // exactly 6 characters
    'first.last+tag@sub.example.com',
    `${'l'.repeat(64)}@example.com`,
    `x@${label}.com`,
    `x@example.${'c'.repeat(63)}`,
    `${'l'.repeat(64)}@${label}.${label}.${'d'.repeat(57)}.com`, // 254 characters
    '  spaced@example.com  ',
  ])('%s is valid', (text) => expect(faultOf(email(), text)).toBeNull());
  test.each([
    'a@b.c', // 5 characters
    '@example.com',
    'x@',
    'x@example',
    'x@example.c0m',
    'x@example.c',
    `${'l'.repeat(65)}@example.com`,
    `x@${label}a.com`,
    `x@example.${'c'.repeat(64)}`,
    `${'l'.repeat(64)}@${label}.${label}.${'d'.repeat(58)}.com`, // 255 characters
    'x@-example.com',
    'x@example-.com',
    'x@exa mple.com',
    'a@b@example.com',
    'x@example..com',
  ])('%s is invalid', (text) => expect(faultOf(email(), text)).toBe('invalidEmail'));
  test.each(['', '   ', undefined, null])('%j is missing', (value) => expect(faultOf(email(), value)).toBe('Required'));
});

describe('password', () => {
  test.each([
    'violet tractor hums at dawn',
    'twelve chars',
    'كلمات متباعدة تمامًا',
    '48c1f09be2a7',
    '830274910638',
    `x${'violet tractor '.repeat(8)}`,
  ])('%s is accepted', (text) => expect(faultOf(password(), text)).toBeNull());
  test.each(['Rasid@2026', 'Aa1!aaaa', 'eleven char', 'violet tractor '.repeat(9)])('%s is not', (text) =>
    expect(faultOf(password(), text)).toBe('passwordValidation'),
  );
  test.each([
    'Password1234!',
    'P@ssw0rd2026',
    'Welcome@2026',
    '1Qaz@wsx2026',
    'Iloveyou1234!',
    'passwordpassword',
    'adminadminadmin',
    'Welcome admin',
    'qwertyuiop[]',
    'qwertyuiop12',
    '123456789012',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    '121212121212',
    'Rasid@2026Rasid@2026',
    'Rasid-2026-2027',
  ])('%s is guessed first', (text) => expect(faultOf(password(), text)).toBe('passwordCommon'));
  test('the checklist names what is missing', () => {
    const met = (text: string) =>
      Object.entries(passwordChecks)
        .filter(([, check]) => check(text))
        .map(([name]) => name);
    expect(met('rasid')).toEqual([]);
    expect(met('violet tractor')).toEqual(['atLeast12']);
  });
});

describe('MAC address', () => {
  test.each(['A1B2C3D4E5F6', 'A1:B2:C3:D4:E5:F6'])('%s is valid', (text) =>
    expect(faultOf(macAddress(), text)).toBeNull(),
  );
  test.each([
    'a1b2c3d4e5f6',
    'A1B2C3D4E5F',
    'A1-B2-C3-D4-E5-F6',
    'A1:B2:C3:D4:E5F6',
    'G1B2C3D4E5F6',
    'A1B2C3D4E5F6\n',
    '',
  ])('%j is invalid', (text) => expect(faultOf(macAddress(), text)).toBe('invalidMacAddress'));
});

test('a phone number has digits and spaces, and the international form begins with a plus sign', () => {
  for (const text of ['050 123 4567', '+971501234567']) expect(faultOf(phone(), text)).toBeNull();
  for (const text of ['call me', '050-123', '+', '']) expect(faultOf(phone(), text)).toBe('phone');
  expect(faultOf(phone('international'), '+971 50 123 4567')).toBeNull();
  expect(faultOf(phone('international'), '0501234567')).toBe('phoneWithPlus');
  expect(phone().parse(' ٠٥٠ ١٢٣ ٤٥٦٧ ')).toBe('050 123 4567');
});

test('numbers have bounds, and ids are positive integers', () => {
  expect(faultOf(numberWithin(1, 5), 1)).toBeNull();
  expect(faultOf(numberWithin(1, 5), 5)).toBeNull();
  expect(faultOf(numberWithin(1, 5), 5.1)).toBe('outOfRange');
  expect(faultOf(numberWithin(1, 5), 'x')).toBe('enterANumber');
  for (const empty of [undefined, null, 0.1]) expect(faultOf(positiveNumber(), empty)).toBeNull();
  for (const low of [0, -1]) expect(faultOf(positiveNumber(), low)).toBe('positiveNumber');
  expect(faultOf(id(), '12')).toBeNull();
  for (const low of [0, -3, 1.5]) expect(faultOf(id(), low)).toBe('pleaseInputIDRight');
  expect(faultOf(id(), 'x')).toBe('enterANumber');
});

test('required texts are not empty, and other texts have their characters', () => {
  for (const blank of ['', '  ', undefined]) expect(faultOf(requiredText(), blank)).toBe('Required');
  expect(requiredText().parse('  برج  ')).toBe('برج');
  expect(faultOf(requiredText(3), 'four')).toBe('tooLong');
  expect(faultOf(hexText(), 'xyz')).toBe('hex');
  expect(faultOf(asciiText(), 'برج')).toBe('ascii');
  expect(faultOf(charactersOnly(), 'a1')).toBe('justCharacters');
  expect(faultOf(digitsOnly(), '1a')).toBe('digitsOnly');
  for (const blank of ['', ' ', undefined]) expect(faultOf(preferenceKey(), blank)).toBe('preferenceKey');
});

test('texts have a minimum, a maximum or an exact length', () => {
  const code = textOfLength({ min: 3, max: 5 });
  for (const text of ['abc', 'abcde', ' abc ']) expect(faultOf(code, text)).toBeNull();
  expect(faultOf(code, 'ab')).toBe('tooShort');
  expect(faultOf(code, 'abcdef')).toBe('tooLong');
  expect(faultOf(exactText(4), 'abcd')).toBeNull();
  for (const text of ['abc', 'abcde']) expect(faultOf(exactText(4), text)).toBe('wrongLength');
});

test('numeric text is parsed as a number', () => {
  for (const text of ['0', '12', '-3.5', '+7']) expect(faultOf(numericText(), text)).toBeNull();
  for (const text of ['', 'x', '1.', '1,5', '1e3']) expect(faultOf(numericText(), text)).toBe('enterANumber');
});

test('a location has a valid latitude and longitude', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      (lat, lng) => faultOf(location(), { lat, lng }) === null,
    ),
  );
  expect(faultOf(location(), { lat: 90.1, lng: 0 })).toBe('outOfRange');
  expect(faultOf(location(), { lat: Number.NaN, lng: 0 })).toBe('enterANumber');
});

test('no text makes a text rule throw or take long', async () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (text) =>
      [email(), password(), macAddress(), phone()].every((type) => typeof type.safeParse(text).success === 'boolean'),
    ),
  );
  const long = `${'a.'.repeat(20_000)}@${'a-'.repeat(20_000)}`;
  expect(await processorMsOf(3, () => faultOf(email(), long), 'thread')).toBeLessThan(200);
});
