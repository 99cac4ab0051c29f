import { Box } from '@mantine/core';
import { useNavigate } from 'react-router';
import { ForCompany } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { locationAddress, locationsAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { LocationForm } from './LocationForm.tsx';

/** Adds a car park; its groups and bays follow on its own page. */
export function AddLocationPage() {
  return <ForCompany>{(companyId) => <AddInCompany key={companyId} companyId={companyId} />}</ForCompany>;
}

function AddInCompany({ companyId }: { companyId: number }) {
  const t = useText();
  const navigate = useNavigate();
  const create = useAction(api.location.create);
  return (
    <PageFrame parents={[{ label: t('pages.locations-list'), to: locationsAddress }]}>
      <Box maw={sizes.form}>
        <Panel>
          <LocationForm
            companyId={companyId}
            cancelTo={locationsAddress}
            save={async ({ structureId, name, countryId, cityId, location, ...rest }) => {
              const at = structureId === null ? { name, countryId, cityId, location } : { structureId };
              const made = await create.ask({ body: { ...rest, ...at } });
              // Navigates after the form has cleared its unsaved state, which would block it.
              setTimeout(() => void navigate(locationAddress(made.id)));
            }}
          />
        </Panel>
      </Box>
    </PageFrame>
  );
}
