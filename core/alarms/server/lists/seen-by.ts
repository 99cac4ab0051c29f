import type { Session } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';

/** Whether the person sees only those alarms of a class that were escalated to them. */
export function seesOnlyEscalated(
  { user }: { user: Pick<Session['user'], 'isAdmin' | 'adminType' | 'appRoles'> },
  apps: readonly AppManifest[],
  { app, class: name }: { app: string; class: string },
): boolean {
  const seenBy = apps.find(({ id }) => id === app)?.alarmClasses?.[name]?.seenBy;
  if (!seenBy || user.isAdmin || user.adminType !== null) return false;
  return seenBy.appRoles.includes(user.appRoles[app] ?? '');
}
