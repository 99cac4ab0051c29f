import type { AppManifest } from '#platform/common/define-app.ts';

type Linked = Pick<AppManifest, 'web' | 'alarmClasses'>;

/** The address of the page that lists the open alarms of a class, as the app's manifest names it; with one of them open. */
export function alarmAddress({ web, alarmClasses }: Linked, name: string, alarm?: number): string {
  const page = alarmClasses?.[name]?.page;
  return `${web}${page ? `/${page}` : ''}${page && alarm !== undefined ? `?alarm=${alarm}` : ''}`;
}

/** Where what an alarm is about is shown; undefined when the app has no page for it. */
export function subjectAddress(
  { web, alarmSubjects }: Pick<AppManifest, 'web' | 'alarmSubjects'>,
  { type, id }: { type: string; id: number },
): string | undefined {
  const page = alarmSubjects?.[type]?.page;
  return page && `${web}/${page.replace('{id}', String(id))}`;
}
