import { toCardinal as toArabic } from 'n2words/ar-SA';
import { toCardinal as toEnglish } from 'n2words/en-US';

const maxDigits = 7;

// The library does not inflect Arabic thousands ("مائة وألف ألف", "أحد عشر ألف", "مئتان ألف"). It is used below a
// thousand and for whole millions only.
function arabicThousands(count: number): string {
  const rest = count % 100;
  const hundreds = count - rest;
  if (rest > 10) return `${toArabic(count)} ألفًا`;
  if (rest > 2) return `${toArabic(count)} آلاف`;
  // A dual loses its last letter before a counted noun.
  const counted = hundreds === 200 ? 'مئتا ألف' : hundreds > 0 ? `${toArabic(hundreds)} ألف` : '';
  const odd = ['', 'ألف', 'ألفان'][rest];
  return [counted, odd].filter(Boolean).join(' و');
}

function arabic(value: number): string {
  const millions = value - (value % 1_000_000);
  const thousands = Math.floor((value % 1_000_000) / 1000);
  const rest = value % 1000;
  const parts = [
    millions > 0 ? toArabic(millions) : '',
    thousands > 0 ? arabicThousands(thousands) : '',
    rest > 0 ? toArabic(rest) : '',
  ];
  return parts.filter(Boolean).join(' و') || toArabic(0);
}

/**
 * Returns a non-negative integer of at most seven digits in words. Throws `overlimit` for more digits.
 */
export function numberToWords(value: number, language: 'en' | 'ar'): string {
  if (!Number.isInteger(value) || value < 0) throw new RangeError('Only whole numbers from 0 have words here');
  if (String(value).length > maxDigits) throw new RangeError('overlimit');
  return language === 'ar' ? arabic(value) : toEnglish(value);
}
