import { Box } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useScheduleAddresses } from './addresses.ts';
import { api, useText } from './api.ts';
import { ScheduleForm } from './ScheduleForm.tsx';

export function CreateSchedulePage() {
  const t = useText();
  const navigate = useNavigate();
  const addresses = useScheduleAddresses();
  const create = useAction(api.schedule.create);
  return (
    <PageFrame parents={[{ label: t('pages.schedule-list'), to: addresses.list }]}>
      <Box maw={sizes.form}>
        <Panel>
          <ScheduleForm
            save={async (body) => {
              await create.ask({ body });
              // Navigates after the form has cleared its unsaved state, which would block it.
              setTimeout(() => void navigate(addresses.list));
            }}
          />
        </Panel>
      </Box>
    </PageFrame>
  );
}
