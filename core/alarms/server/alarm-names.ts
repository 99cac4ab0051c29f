import { dateFormat } from '#platform/common/date-formats.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import type { Rule } from '../common/rule.ts';

export type Locale = 'en' | 'ar';

const alarmsSlice = { id: 'alarms', kind: 'core' } as const;

/** The name of an alarm kind, from its app, else from this slice. */
export const kindName = (app: AppManifest | undefined, kind: string, locale: Locale): string =>
  (app && textOf(app, locale, `alarms.${kind}`)) ?? textOf(alarmsSlice, locale, `alarms.${kind}`) ?? kind;

export const severityName = (severity: Rule['severity'], locale: Locale): string =>
  textOf(alarmsSlice, locale, `values.severity.${severity}`) ?? severity;

/** A time as mails write it, in the reader's zone. */
export const timeIn = (instant: string | Date, locale: Locale, timeZone: string): string =>
  dateFormat(locale === 'ar' ? 'ar-u-nu-latn' : 'en-GB', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(instant));
