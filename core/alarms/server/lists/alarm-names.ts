import type { AppManifest } from '#platform/common/define-app.ts';
import { dateFormat } from '#platform/common/time/date-formats.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import type { Alarm } from '../../common/alarm.ts';
import { declaredKindOf } from '../../common/rule-kind.ts';
import { customName } from '../../common/rule-name.ts';

export type Locale = 'en' | 'ar';

const alarmsSlice = { id: 'alarms', kind: 'core' } as const;

/** The name of an alarm: that of its custom rule, else of its kind, from its app, else from this slice. */
export function alarmName(
  app: AppManifest | undefined,
  { kind, names }: Pick<Alarm, 'kind' | 'names'>,
  locale: Locale,
): string {
  const given = customName(names, locale);
  if (given !== undefined) return given;
  const key = `alarms.${declaredKindOf({ kind })}`;
  return (app && textOf(app, locale, key)) ?? textOf(alarmsSlice, locale, key) ?? kind;
}

/** Why an alarm was raised, if its app or this slice has a text for it. */
export const reasonText = (
  app: AppManifest | undefined,
  reason: string | null | undefined,
  locale: Locale,
): string | null =>
  (reason && ((app && textOf(app, locale, `reasons.${reason}`)) ?? textOf(alarmsSlice, locale, `reasons.${reason}`))) ||
  null;

/** The app's name of a type of subjects of its alarms. */
export const subjectKind = (app: AppManifest | undefined, type: string, locale: Locale): string =>
  (app && textOf(app, locale, `subjects.${type}`)) ?? type;

export const severityName = (severity: Alarm['severity'], locale: Locale): string =>
  textOf(alarmsSlice, locale, `values.severity.${severity}`) ?? severity;

/** A time as mails write it, in the reader's zone. */
export const timeIn = (instant: string | Date, locale: Locale, timeZone: string): string =>
  dateFormat(locale === 'ar' ? 'ar-u-nu-latn' : 'en-GB', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(instant));
