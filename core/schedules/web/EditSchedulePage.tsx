import { Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { EditRecord } from '#platform/web/ui/page/EditRecord.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
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
    <EditRecord
      of={query}
      title={({ name }) => name}
      list={{ label: t('pages.schedule-list'), to: addresses.list }}
      history={mayEdit && <HistoryButton of={api.schedule.history} params={params} namespace="schedules" />}
    >
      {(stored) => (
        <Stack maw={sizes.form}>
          <Panel>
            <Stack>
              <div>
                <ScheduleState of={stored} />
              </div>
              <Text c="dimmed">{`${t('columns.usedBy')}: ${uses(stored.id)}`}</Text>
              <ScheduledDays of={stored} />
            </Stack>
          </Panel>
          {mayEdit && (
            <Panel>
              <ScheduleForm
                key={stored.id}
                before={stored}
                save={async (body) => {
                  await update.ask({ params, body });
                  setTimeout(() => void navigate(addresses.list));
                }}
              />
            </Panel>
          )}
        </Stack>
      )}
    </EditRecord>
  );
}
