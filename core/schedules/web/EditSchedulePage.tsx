import { Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { schedule } from '../common/schedule.ts';
import { useScheduleAddresses } from './addresses.ts';
import { api, useText } from './api.ts';
import { ScheduledDays } from './ScheduledDays.tsx';
import { ScheduleForm } from './ScheduleForm.tsx';
import { ScheduleState } from './ScheduleState.tsx';
import { useScheduleUses } from './use-schedule-uses.ts';

export function EditSchedulePage() {
  const t = useText();
  const navigate = useNavigate();
  const addresses = useScheduleAddresses();
  const params = { id: Number(useParams().id) || 0 };
  const query = useData(api.schedule.get, { params }, { silent: true, staleTime: 0 });
  const mayEdit = usePermitted(schedule.can('update'));
  const update = useAction(api.schedule.update);
  const uses = useScheduleUses();
  return (
    <PageFrame
      {...(query.data ? { title: query.data.name } : {})}
      parents={[{ label: t('pages.schedule-list'), to: addresses.list }]}
      action={
        query.data && mayEdit && <HistoryButton of={api.schedule.history} params={params} namespace="schedules" />
      }
    >
      {/* The form must not start from a cached answer. */}
      {query.data && query.isFetchedAfterMount ? (
        <Stack maw={sizes.form}>
          <Panel>
            <Stack>
              <div>
                <ScheduleState of={query.data} />
              </div>
              <Text c="dimmed">{`${t('columns.usedBy')}: ${uses(query.data.id)}`}</Text>
              <ScheduledDays of={query.data} />
            </Stack>
          </Panel>
          {mayEdit && (
            <Panel>
              <ScheduleForm
                key={query.data.id}
                before={query.data}
                save={async (body) => {
                  await update.ask({ params, body });
                  setTimeout(() => void navigate(addresses.list));
                }}
              />
            </Panel>
          )}
        </Stack>
      ) : (
        <QueryBoundary of={query} />
      )}
    </PageFrame>
  );
}
