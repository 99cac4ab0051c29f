import { z } from 'zod';
import { plainDigits } from '../search/search.ts';
import { inOneLine, isLinkFree, isPlainName } from '../text/plain-text.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isPassword } from './password-checks.ts';

/**
 * Every validation rule that the server checks, as a zod type. The message of a rule is a key below `validation.*`
 * in both locales; forms and the 418 reply use the same key.
 */

const emailPattern = /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** 6 to 254 characters; the local part has 1 to 64, each label 1 to 63, and the top-level domain has only letters. */
export const email = () =>
  z
    .string('Required')
    .trim()
    .min(1, 'Required')
    .refine((text) => text.length >= 6 && text.length <= 254 && emailPattern.test(text), 'invalidEmail');

/** A new password: 12 to 128 characters of any kind, and not a common one. */
export const password = () =>
  z
    .string('Required')
    .min(1, 'Required')
    .refine(isPassword, 'passwordValidation')
    .refine((text) => !isCommonPassword(text), 'passwordCommon');

/** Twelve uppercase hex characters, or six colon-separated pairs. */
export const macAddress = () =>
  z.string('Required').regex(/^(?:[0-9A-F]{12}|(?:[0-9A-F]{2}:){5}[0-9A-F]{2})$/, 'invalidMacAddress');

/** A vehicle identification number: 17 digits and letters, of which I, O and Q are none. */
export const vin = () =>
  z
    .string('Required')
    .trim()
    .overwrite((text) => plainDigits(text).toUpperCase())
    .regex(/^[A-HJ-NPR-Z\d]{17}$/, 'invalidVin');

/** Digits (of any script) and spaces; the international form begins with a plus sign. */
export const phone = (form: 'local' | 'international' = 'local') => {
  const digits = z
    .string('Required')
    .trim()
    .overwrite(plainDigits)
    .regex(/^\+?\d[\d ]{2,19}$/, 'phone');
  return form === 'international' ? digits.regex(/^(?!\d)/, 'phoneWithPlus') : digits;
};

// Texts are bounded before a pattern is applied, because some patterns take quadratic time.
const bounded = (max: number) => z.string('Required').trim().max(max, { error: 'tooLong', abort: true });

/** Trimmed text of one line that must not be empty. Copied line breaks become spaces. */
export const requiredText = (max = 200) => bounded(max).overwrite(inOneLine).min(1, 'Required');

/** Trimmed text of several lines that must not be empty, such as a comment. */
export const requiredLines = (max: number) => bounded(max).min(1, 'Required');

/** A name of one line without addresses, such as a legal name. It may be a domain: companies are called by theirs. */
export const nameText = (max: number) => bounded(max).min(1, 'Required').refine(isPlainName, 'plainName');

/** A name that messages carry to strangers: it must contain nothing that their phone turns into a link. */
export const linkFreeName = (max: number) => bounded(max).min(1, 'Required').refine(isLinkFree, 'linkFreeName');

/** Like `linkFreeName`, for a name that may be left empty. */
export const optionalLinkFreeName = (max: number) => bounded(max).refine(isLinkFree, 'linkFreeName');

export const personName = (max = 80) => linkFreeName(max);

/** Trimmed text with a minimum and maximum number of characters. */
export const textOfLength = ({ min = 0, max = 200 }: { min?: number; max?: number }) =>
  bounded(max).overwrite(inOneLine).min(min, 'tooShort');

/** Trimmed text with exactly `length` characters. */
export const exactText = (length: number) => z.string('Required').trim().length(length, 'wrongLength');

/** Text that is a number: digits with an optional sign and decimal point. */
export const numericText = () =>
  z
    .string('Required')
    .trim()
    .overwrite(plainDigits)
    .regex(/^[+-]?\d+(?:\.\d+)?$/, 'enterANumber');

/** A database id: a positive integer. */
export const id = () => z.coerce.number('enterANumber').int('pleaseInputIDRight').positive('pleaseInputIDRight');

/** A positive number, or nothing. */
export const positiveNumber = () => z.number('enterANumber').positive('positiveNumber').nullish();

/** A number between `min` and `max`, both inclusive. */
export const numberWithin = (min: number, max: number) =>
  z.number('enterANumber').min(min, 'outOfRange').max(max, 'outOfRange');

export const hexText = () => z.string().regex(/^[0-9a-fA-F]*$/, 'hex');
export const asciiText = () => z.string().regex(/^[\x20-\x7e]*$/, 'ascii');
export const charactersOnly = () => z.string().regex(/^\D*$/, 'justCharacters');
export const digitsOnly = () => z.string().overwrite(plainDigits).regex(/^\d*$/, 'digitsOnly');

/** A preference key must not be empty. */
export const preferenceKey = () => z.string('preferenceKey').trim().min(1, 'preferenceKey').max(120, 'tooLong');

/** Latitude and longitude in degrees, WGS 84. */
export const location = () => z.object({ lat: numberWithin(-90, 90), lng: numberWithin(-180, 180) });

/** Whether a text is a time zone of the IANA database. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    // `Intl` throws a RangeError for an unknown zone.
    return false;
  }
}

/** A time zone of the IANA database, such as `Asia/Dubai`. */
export const timeZone = () => z.string().max(64, 'tooLong').refine(isTimeZone, 'timeZone');

const isCalendarYear = (text: string) => /^(?:19|[2-9]\d)\d\d-/.test(text);

/** An ISO 8601 instant with offset, as text, of the years 1900 to 9999. */
export const instant = () =>
  z.iso.datetime({ offset: true, error: 'invalidDate', abort: true }).refine(isCalendarYear, 'invalidDate');

/** A calendar date, such as `2026-05-01`. */
export const day = () => z.iso.date({ error: 'invalidDate', abort: true }).refine(isCalendarYear, 'invalidDate');
