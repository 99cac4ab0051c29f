import { Box } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { geofenceAddress, geofencesAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { ForCompany } from '../ForCompany.tsx';
import { GeofenceForm } from './GeofenceForm.tsx';

export function CreateGeofencePage() {
  return <ForCompany>{(companyId) => <CreateGeofence key={companyId} />}</ForCompany>;
}

function CreateGeofence() {
  const t = useText();
  const navigate = useNavigate();
  const create = useAction(api.geofence.create);
  return (
    <PageFrame parents={[{ label: t('pages.geofence-list'), to: geofencesAddress }]}>
      <Box maw={sizes.form}>
        <Panel>
          <GeofenceForm
            cancelTo={geofencesAddress}
            save={async (body) => {
              const created = await create.ask({ body });
              // Navigates after the form has cleared its unsaved state, which would block it.
              setTimeout(() => void navigate(geofenceAddress(created.id)));
            }}
          />
        </Panel>
      </Box>
    </PageFrame>
  );
}
