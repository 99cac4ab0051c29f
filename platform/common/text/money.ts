import Big from 'big.js';
import { type Currency, decimalsOf } from './currencies.ts';
import { numberToWords } from './number-to-words.ts';

/** An exact decimal number. */
export type Decimal = Big;
export const decimal = (value: Big | number | string): Big => new Big(value);

/** The amount in minor units, rounded half-up (away from zero). */
export const toMinor = (amount: Big | number | string, currency: Currency): number =>
  new Big(amount)
    .times(10 ** decimalsOf(currency))
    .round(0, Big.roundHalfUp)
    .toNumber();

/** An amount in minor units as a decimal number: `58313` fils are `583.13`. */
export const fromMinor = (minor: number, currency: Currency): string =>
  new Big(minor).div(10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));

/** An amount in minor units with its currency in the reader's language, in Latin digits. */
export const formatMoney = (minor: number, currency: Currency, language: 'en' | 'ar'): string =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency,
    currencyDisplay: language === 'ar' ? 'symbol' : 'code',
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: decimalsOf(currency),
  })
    // `Intl` takes strings as exact decimal numbers.
    .format(fromMinor(minor, currency) as unknown as number)
    .replaceAll('\u00a0', ' ');

type ArabicForms = { one: string; two: string; few: string; many: string; other: string };
type Unit = { en: readonly [one: string, other: string]; ar: ArabicForms };

const unit = (
  en: Unit['en'],
  one: string,
  two: string,
  few: string,
  many: string,
  other: string = one.split(' ')[0] ?? one,
): Unit => ({ en, ar: { one, two, few, many, other } });

const dinar = unit(['dinar', 'dinars'], 'دينار واحد', 'ديناران', 'دنانير', 'دينارًا');
const riyal = unit(['riyal', 'riyals'], 'ريال واحد', 'ريالان', 'ريالات', 'ريالًا');
const fils = unit(['fils', 'fils'], 'فلس واحد', 'فلسان', 'فلوس', 'فلسًا');
const dirham = unit(['dirham', 'dirhams'], 'درهم واحد', 'درهمان', 'دراهم', 'درهمًا');
const dollar = unit(
  ['US dollar', 'US dollars'],
  'دولار أمريكي واحد',
  'دولاران أمريكيان',
  'دولارات أمريكية',
  'دولارًا أمريكيًا',
  'دولار أمريكي',
);
const units: Record<Currency, readonly [major: Unit, minor: Unit]> = {
  AED: [dirham, fils],
  SAR: [riyal, unit(['halala', 'halalas'], 'هللة واحدة', 'هللتان', 'هللات', 'هللة')],
  QAR: [riyal, dirham],
  USD: [dollar, unit(['cent', 'cents'], 'سنت واحد', 'سنتان', 'سنتات', 'سنتًا')],
  OMR: [
    unit(['rial', 'rials'], 'ريال واحد', 'ريالان', 'ريالات', 'ريالًا'),
    unit(['baisa', 'baisas'], 'بيسة واحدة', 'بيستان', 'بيسات', 'بيسة'),
  ],
  KWD: [dinar, fils],
  BHD: [dinar, fils],
};

const arabicRules = new Intl.PluralRules('ar');

function arabicAmount(count: number, shown: string, { ar }: Unit): string {
  const form = arabicRules.select(count);
  if (form === 'one') return ar.one;
  if (form === 'two') return ar.two;
  return `${shown} ${form === 'zero' ? ar.other : ar[form]}`;
}

const inLanguage = (count: number, shown: string, unit: Unit, language: 'en' | 'ar') =>
  language === 'ar' ? arabicAmount(count, shown, unit) : `${shown} ${unit.en[count === 1 ? 0 : 1]}`;

const largestInWords = 9_999_999;

/**
 * An amount in words, with its minor units as a number; null for negative amounts and from 10,000,000 major units on,
 * which have no words.
 */
export function moneyInWords(minor: number, currency: Currency, language: 'en' | 'ar'): string | null {
  const scale = 10 ** decimalsOf(currency);
  const whole = Math.floor(minor / scale);
  if (minor < 0 || whole > largestInWords) return null;
  const [major, small] = units[currency];
  const words = inLanguage(whole, numberToWords(whole, language), major, language);
  const rest = minor - whole * scale;
  if (rest === 0) return words;
  const part = inLanguage(rest, String(rest), small, language);
  return language === 'ar' ? `${words} و${part}` : `${words} and ${part}`;
}
