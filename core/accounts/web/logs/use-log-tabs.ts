import { usePermitted } from '#platform/web/session/hooks.tsx';
import type { PageTab } from '#platform/web/ui/page/PageFrame.tsx';
import { api } from '../api.ts';
import { useText } from '../text.ts';

/** The access log and, for administrators, the logs of changes and views are tabs of one page. */
export function useLogTabs(): PageTab[] {
  const t = useText();
  const reads = usePermitted(api.companyChange.list.route.access);
  const platform = usePermitted(api.platformStaff.changes.route.access);
  const views = usePermitted(api.viewLog.list.route.access);
  if (!reads) return [];
  return [
    { label: t('pages.users-access-log'), to: '/core/users/access-log' },
    { label: t('pages.users-access-log-changes'), to: '/core/users/access-log/changes' },
    ...(views ? [{ label: t('pages.users-access-log-views'), to: '/core/users/access-log/views' }] : []),
    ...(platform ? [{ label: t('pages.users-access-log-platform'), to: '/core/users/access-log/platform' }] : []),
  ];
}
