import type { AppManifest } from '#platform/common/define-app.ts';

type AlarmPages = Pick<AppManifest, 'web' | 'alarmClasses'>;

/** The address of the page with the open alarms of a class, optionally with one of them open. */
export function alarmAddress({ web, alarmClasses }: AlarmPages, name: string, alarm?: number): string {
  const page = alarmClasses?.[name]?.page;
  return `${web}${page ? `/${page}` : ''}${page && alarm !== undefined ? `?alarm=${alarm}` : ''}`;
}

/** The address of an alarm's subject; undefined if the app has no page for it. */
export function subjectAddress(
  { web, alarmSubjects }: Pick<AppManifest, 'web' | 'alarmSubjects'>,
  { type, id }: { type: string; id: number },
): string | undefined {
  const page = alarmSubjects?.[type]?.page;
  return page && `${web}/${page.replace('{id}', String(id))}`;
}
