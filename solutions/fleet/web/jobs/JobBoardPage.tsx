import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useAllRows } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { ColumnBoard } from '#platform/web/ui/columns/ColumnBoard.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { job as entity, type JobState, type ShownJob, stepBetween } from '../../common/jobs/job.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { AddJob } from './AddJob.tsx';
import { JobCard } from './job-parts.tsx';
import { useJobMoves } from './use-job-moves.tsx';

const columnStates = ['draft', 'assigned', 'accepted', 'in-progress', 'on-hold', 'completed'] as const;
const open = { filter: { open: 'true' } };
/** The newest ones that are done. */
const done = { filter: { state: 'completed' }, limit: 25, total: false };
const topics = ['fleet-jobs'];

/** The open jobs and those done last as cards in columns, which are moved from state to state. */
export function JobBoardPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const client = useQueryClient();
  const mayMove = usePermitted(entity.can('update'));
  const { rows, loading, error, retry } = useAllRows(api.job.list, open);
  const finished = useData(api.job.list, { list: done }, { silent: true });
  const { move, dialog } = useJobMoves();
  const [adding, setAdding] = useState(false);
  useLive(topics, () => void client.invalidateQueries({ queryKey: api.job.list.keyPrefix }));
  const jobs = useMemo(() => [...rows, ...(finished.data?.data ?? [])], [rows, finished.data]);
  const columns = columnStates.map((id) => ({ id, title: t(`values.jobState.${id}`) }));
  const failed = error ?? finished.error;
  return (
    <PageFrame fill tabs={tabs} action={<AddJob opened={adding} onChange={setAdding} />}>
      {failed ? (
        <FailedState
          error={failed}
          onRetry={() => {
            retry();
            void finished.refetch();
          }}
        />
      ) : loading || finished.isPending ? (
        <Skeleton h={sizes.chart} radius="lg" />
      ) : (
        <ColumnBoard<ShownJob>
          label={t('pages.job-cards-kanban-view')}
          columns={columns}
          rows={jobs}
          columnOf={({ state }) => state}
          nameOf={({ number, title }) => `${number} ${title}`}
          mayMove={({ state }, to) => mayMove && stepBetween(state, to as JobState) !== undefined}
          moveTo={(row, to) => move(row, to as JobState)}
          card={(row) => <JobCard job={row} />}
        />
      )}
      {dialog}
    </PageFrame>
  );
}
