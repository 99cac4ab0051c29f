import { Box } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { locationAddress, locationsAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { LocationForm } from './LocationForm.tsx';

export function EditLocationPage() {
  const t = useText();
  const navigate = useNavigate();
  const params = { id: Number(useParams().id) };
  const query = useData(api.location.get, { params });
  const update = useAction(api.location.update);
  const before = query.data;
  const list = { label: t('pages.locations-list'), to: locationsAddress };
  const back = locationAddress(params.id);
  return (
    <PageFrame parents={before ? [list, { label: before.name, to: back }] : [list]}>
      <Box maw={sizes.form}>
        {before ? (
          <Panel>
            <LocationForm
              key={before.id}
              before={before}
              cancelTo={back}
              save={async (body) => {
                await update.ask({ params, body });
                setTimeout(() => void navigate(back));
              }}
            />
          </Panel>
        ) : (
          <QueryBoundary of={query} />
        )}
      </Box>
    </PageFrame>
  );
}
