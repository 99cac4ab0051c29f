import { Box } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { schedulesAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { ScheduleForm } from './ScheduleForm.tsx';

export function EditSchedulePage() {
  const t = useText();
  const navigate = useNavigate();
  const params = { id: Number(useParams().id) || 0 };
  const query = useData(api.schedule.get, { params }, { silent: true, staleTime: 0 });
  const update = useAction(api.schedule.update);
  return (
    <PageFrame
      {...(query.data ? { title: query.data.name } : {})}
      parents={[{ label: t('pages.schedule-list'), to: schedulesAddress }]}
      action={query.data && <HistoryButton of={api.schedule.history} params={params} namespace="schedules" />}
    >
      {/* The form must not start from a cached answer. */}
      {query.data && query.isFetchedAfterMount ? (
        <Box maw={sizes.form}>
          <Panel>
            <ScheduleForm
              key={query.data.id}
              before={query.data}
              save={async (body) => {
                await update.ask({ params, body });
                setTimeout(() => void navigate(schedulesAddress));
              }}
            />
          </Panel>
        </Box>
      ) : (
        <QueryBoundary of={query} />
      )}
    </PageFrame>
  );
}
