import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { api } from '../api.ts';
import { ChangeList } from './ChangeList.tsx';
import { useLogTabs } from './use-log-tabs.ts';
import { byAdministrator } from './use-people-filter.ts';

/** Who changed what of the people who run the platform. */
export function PlatformChangesPage() {
  return (
    <PageFrame fill tabs={useLogTabs()}>
      <ChangeList of={api.platformStaff.changes} filters={byAdministrator} />
    </PageFrame>
  );
}
