const folds: [RegExp, string][] = [
  [/[\u064B-\u065F\u0670\u0640]/g, ''],
  [/[أإآٱ]/g, 'ا'],
  [/ى/g, 'ي'],
  [/ة/g, 'ه'],
  [/[ؤ]/g, 'و'],
  [/[ئ]/g, 'ي'],
];

/**
 * Normalizes text for searches: lower case, Arabic letter variants and diacritics folded, Arabic-Indic digits as 0 to
 * 9, whitespace collapsed. The database function `rasid_fold` does the same to stored text.
 */
export function fold(text: string): string {
  let out = text.toLowerCase();
  for (const [pattern, to] of folds) out = out.replace(pattern, to);
  return plainDigits(out).replace(/\s+/g, ' ').trim();
}

/** Arabic-Indic and Persian digits as 0 to 9. */
export const plainDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));
