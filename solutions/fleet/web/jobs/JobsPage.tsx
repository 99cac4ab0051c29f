import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import type { ShownJob } from '../../common/jobs/job.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { JobForm } from './JobForm.tsx';
import { liveJobs, useJobColumns, useJobFilters } from './use-job-list.tsx';

/** The job cards with their vehicles, drivers and times. */
export function JobsPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const { add, rowActions, panel } = useRowPanel<ShownJob>(api.job, {
    namespace: 'fleet',
    addLabel: t('addJob'),
    form: (before, close) => <JobForm before={before} onClose={close} />,
  });
  return (
    <>
      <ListPage
        of={api.job}
        tabs={tabs}
        columns={useJobColumns()}
        filters={useJobFilters()}
        rowActions={rowActions}
        view="auto"
        exports
        live={liveJobs}
        action={add}
        empty="job"
        emptyAction={add}
      />
      {panel}
    </>
  );
}
