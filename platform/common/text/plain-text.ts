import type { FieldError } from '../list.ts';

/**
 * Characters that no text may contain: control characters except tab and line breaks, lone surrogates, and
 * bidirectional overrides and isolates.
 */
const unreadable = /[^\P{Cc}\t\n\r]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const breaks = /[\t\n\r\u2028\u2029]+/g;
const marks = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu;

export const isPlainText = (text: string): boolean => !unreadable.test(text);
export const inOneLine = (text: string): string => text.replaceAll(breaks, ' ');
export const isOneLine = (text: string): boolean => isPlainText(text) && text === inOneLine(text);

const webAddress = /:\/\/|\bwww\.|[\p{L}\d-]\.[\p{L}-]{2,}[/?#]|\d{1,3}(?:\.\d{1,3}){3}/iu;
/** Its ending is in lower case, as of "example.com" but not of "Dr.Ahmed" … */
const domain = /[\p{L}\d-]{2,}\.\p{Ll}{2,}(?![\p{L}.])/u;
/** … or a common one in any case, as of "EXAMPLE.COM". */
const knownDomain =
  /[\p{L}\d-]{2,}\.(?:com|net|org|info|biz|link|site|shop|online|app|top|xyz|io|co|ae|sa)(?![\p{L}\d.])/iu;

/** Whether a name contains no web or mail address. */
export const isPlainName = (text: string): boolean => isOneLine(text) && !text.includes('@') && !webAddress.test(text);

/** Whether a name contains nothing that a phone or mail program turns into a link, a mere domain included. */
export const isLinkFree = (text: string): boolean => isPlainName(text) && !domain.test(text) && !knownDomain.test(text);

/** A search text without control and formatting characters, which copied text may contain. */
export const withoutControlCharacters = (text: string): string => text.replaceAll(marks, ' ').trim();

/** The maximum nesting depth of a body. The deepest body of the product has about ten levels. */
const maxDepth = 32;

/**
 * Returns the first text or key that no route accepts, or the first value that is nested too deeply for recursive code;
 * null if there is none. It uses a stack of its own, because the sender decides the depth.
 */
export function unreadableField(value: unknown): FieldError | null {
  const open: { value: unknown; path: readonly string[] }[] = [{ value, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    const param = path.join('.');
    if (typeof value === 'string' && !isPlainText(value)) return { param, msg: 'plainText' };
    if (typeof value !== 'object' || value === null) continue;
    if (path.length >= maxDepth) return { param: path.slice(0, 3).join('.'), msg: 'tooDeep' };
    for (const [key, inner] of Object.entries(value)) {
      if (!isPlainText(key)) return { param, msg: 'plainText' };
      open.push({ value: inner, path: [...path, key] });
    }
  }
  return null;
}
