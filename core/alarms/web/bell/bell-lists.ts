import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { clientOf, type Leaf } from '#platform/web/client/client-of.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { knownApps } from '#platform/web/session/session.ts';
import { addressOf } from '#platform/web/shell/bind-pages.ts';
import { maySee } from '#platform/web/shell/first-page.ts';
import { type AlarmClass, alarmClasses } from '../../common/alarm.ts';

/** A list of open alarms: those of one class of one app. */
export type BellList = { app: AppManifest; class: AlarmClass; page: Page; address: string };

const isListOf = (page: Page, permission: string | undefined) =>
  page.sidebar !== undefined && typeof page.access === 'object' && 'permission' in page.access
    ? page.access.permission === permission
    : false;

/** The lists of open alarms that the person may read: the first page of each class in the sidebar. */
export function useBellLists(): BellList[] {
  const me = useMe();
  return knownApps().flatMap((app) =>
    alarmClasses.flatMap((kind) => {
      const { permission } = canDo(`${app.id}.${kind}-alarm`, 'read');
      const page = app.pages.find((one) => isListOf(one, permission) && maySee(app, one, me));
      return page ? [{ app, class: kind, page, address: addressOf(app, page) }] : [];
    }),
  );
}

/** The app's call that acknowledges an alarm of this class. */
export function acknowledgeOf({ app, class: of }: BellList): Leaf | undefined {
  const path = `/alarm/${of}/{id}/acknowledge`;
  return Object.values(clientOf(app))
    .flatMap((set) => Object.values(set))
    .find(({ route }) => route.path === path);
}
