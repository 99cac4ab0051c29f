import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { AccessLogList } from './AccessLogList.tsx';

/** The events of all locks. */
export function AccessLogPage() {
  return (
    <PageFrame fill tabs={useGroupTabs()}>
      <AccessLogList />
    </PageFrame>
  );
}
