import type { FieldError } from './list.ts';

/** What no text holds: control characters except tab and line breaks, lone surrogates, and what turns the direction of writing. */
const unreadable = /[^\P{Cc}\t\n\r]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const breaks = /[\t\n\r\u2028\u2029]+/g;
const marks = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu;

export const isPlainText = (text: string): boolean => !unreadable.test(text);
export const inOneLine = (text: string): string => text.replaceAll(breaks, ' ');
export const isOneLine = (text: string): boolean => isPlainText(text) && text === inOneLine(text);

/** A search as it was meant: what was copied from a page may carry marks that nobody sees. */
export const withoutControlCharacters = (text: string): string => text.replaceAll(marks, ' ').trim();

/** Levels of the deepest body of the product are some ten. */
const deepest = 32;

/**
 * What no route should read, whatever its shape: the first text or key that is unreadable, or what is nested too deep for
 * those who walk it by recursion. Goes by a list of its own, as the sender decides how deep it is.
 */
export function unreadableField(value: unknown): FieldError | null {
  const open: { value: unknown; path: readonly string[] }[] = [{ value, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    const param = path.join('.');
    if (typeof value === 'string' && !isPlainText(value)) return { param, msg: 'plainText' };
    if (typeof value !== 'object' || value === null) continue;
    if (path.length >= deepest) return { param: path.slice(0, 3).join('.'), msg: 'tooDeep' };
    for (const [key, inner] of Object.entries(value)) {
      if (!isPlainText(key)) return { param, msg: 'plainText' };
      open.push({ value: inner, path: [...path, key] });
    }
  }
  return null;
}
