import { Box } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { geofenceAddress, geofencesAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { GeofenceForm } from './GeofenceForm.tsx';
import { GeofenceFromAddress } from './GeofenceFromAddress.tsx';
import type { Geofence } from './geofence.ts';

export function EditGeofencePage() {
  return (
    <GeofenceFromAddress>{(geofence) => <EditGeofence key={geofence.id} geofence={geofence} />}</GeofenceFromAddress>
  );
}

function EditGeofence({ geofence }: { geofence: Geofence }) {
  const t = useText();
  const navigate = useNavigate();
  const update = useAction(api.geofence.update);
  const { id } = geofence;
  return (
    <PageFrame
      parents={[
        { label: t('pages.geofence-list'), to: geofencesAddress },
        { label: geofence.name, to: geofenceAddress(id) },
      ]}
    >
      <Box maw={sizes.form}>
        <Panel>
          <GeofenceForm
            before={geofence}
            cancelTo={geofenceAddress(id)}
            save={async (body) => {
              await update.ask({ params: { id }, body });
              setTimeout(() => void navigate(geofenceAddress(id)));
            }}
          />
        </Panel>
      </Box>
    </PageFrame>
  );
}
