import type { AppManifest, Page } from '#platform/common/define-app.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { registeredApps } from '#platform/web/session/session.ts';
import { pageAddress } from '#platform/web/shell/routing/bind-pages.ts';
import { canOpen } from '#platform/web/shell/routing/first-page.ts';
import { alarmAddress } from '../../common/alarm-address.ts';
import { alarmCalls } from '../alarm-calls.ts';

/** The list of open alarms of a class of an app. */
export type BellList = { app: AppManifest; class: string; page: Page; address: string };

/** The pages that the bell links to: one for an app whose classes are in one list. */
export function linkedPages(lists: readonly BellList[]): Pick<BellList, 'app' | 'page' | 'address'>[] {
  const all = lists.map((list) => {
    const page = list.app.pages.find(({ path }) => path === list.app.alarmPages?.open);
    return page ? { app: list.app, page, address: pageAddress(list.app, page) } : list;
  });
  return [...new Map(all.map((one) => [one.address, one])).values()];
}

/** The lists of open alarms that the person may read. */
export function useBellLists(): BellList[] {
  // Renders again when the session changes.
  useMe();
  return registeredApps().flatMap((app) =>
    Object.entries(app.alarmClasses ?? {}).flatMap(([name, spec]) => {
      const page = app.pages.find(({ path }) => path === spec.page);
      return page && canOpen(app, page) ? [{ app, class: name, page, address: alarmAddress(app, name) }] : [];
    }),
  );
}

/** The app's call that acknowledges an alarm of this class. */
export const acknowledgeOf = ({ app, class: name }: BellList) => alarmCalls(app, name).action('acknowledge');
