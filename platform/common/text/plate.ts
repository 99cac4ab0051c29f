import { fold } from '../search/search.ts';

/** The letters of Saudi plates, which have each letter in both scripts. */
const pairs: Readonly<Record<string, string>> = {
  ...{ ا: 'A', ب: 'B', ح: 'J', د: 'D', ر: 'R', س: 'S', ص: 'X', ط: 'T', ع: 'E', ق: 'G' },
  ...{ ك: 'K', ل: 'L', م: 'Z', ن: 'N', ه: 'H', و: 'U', ي: 'V' },
  // Not on Saudi plates, where people write it for J.
  ج: 'J',
};
/** Letters of keyboards of other languages that look like Arabic ones. */
const lookalikes: Readonly<Record<string, string>> = { ک: 'ك', ی: 'ي', ہ: 'ه', ھ: 'ه' };

/**
 * What two spellings of a plate have in common: without spaces and marks, letters as those of Saudi plates in capitals, digits
 * as 0 to 9. Arabic letters that are on no Saudi plate stay.
 */
export const plateKey = (text: string): string =>
  [...fold(text).replace(/[^\p{L}\p{N}]/gu, '')]
    .map((letter) => lookalikes[letter] ?? letter)
    .map((letter) => pairs[letter] ?? letter)
    .join('')
    .toUpperCase();
