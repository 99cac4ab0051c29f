import { readFileSync } from 'node:fs';
import type { Rule } from '../common/rule.ts';

export type Locale = 'en' | 'ar';
type Names = { alarms?: Record<string, string>; values?: { severity?: Record<string, string> } };
const read = new Map<string, Names>();

/** The names of the slice's own locale, so that a mail says what the page says. */
function names(folder: string, locale: Locale): Names {
  const path = new URL(`../../../${folder}/locales/${locale}.json`, import.meta.url);
  let found = read.get(path.href);
  if (!found) {
    found = JSON.parse(readFileSync(path, 'utf8')) as Names;
    read.set(path.href, found);
  }
  return found;
}

/** What a kind of alarm is called: by its app, else by this slice. */
export const kindName = (app: string, kind: string, locale: Locale): string =>
  names(`solutions/${app}`, locale).alarms?.[kind] ?? names('core/alarms', locale).alarms?.[kind] ?? kind;

export const severityName = (severity: Rule['severity'], locale: Locale): string =>
  names('core/alarms', locale).values?.severity?.[severity] ?? severity;

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A time as mails write it, in the reader's zone. */
export const timeIn = (instant: string | Date, locale: Locale, timeZone: string): string =>
  new Intl.DateTimeFormat(locale === 'ar' ? 'ar-u-nu-latn' : 'en-GB', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(instant));
