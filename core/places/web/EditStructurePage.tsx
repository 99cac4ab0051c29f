import { Box } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/PageFrame.tsx';
import { Panel } from '#platform/web/ui/Panel.tsx';
import type { Structure } from '../common/structure.ts';
import { structureAddress, structuresAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { OneStructure } from './OneStructure.tsx';
import { StructureForm } from './StructureForm.tsx';

export function EditStructurePage() {
  return <OneStructure>{(structure) => <EditStructure structure={structure} />}</OneStructure>;
}

function EditStructure({ structure }: { structure: Structure }) {
  const t = useText();
  const navigate = useNavigate();
  const update = useAction(api.structure.update);
  const { id, companyId } = structure;
  return (
    <PageFrame
      parents={[
        { label: t('pages.structures-all'), to: structuresAddress },
        { label: structure.name, to: structureAddress(id) },
      ]}
    >
      <Box maw={sizes.form}>
        <Panel>
          <StructureForm
            companyId={companyId}
            before={structure}
            cancelTo={structureAddress(id)}
            save={async (values) => {
              await update.ask({ params: { companyId, id }, body: values });
              setTimeout(() => void navigate(structureAddress(id)));
            }}
          />
        </Panel>
      </Box>
    </PageFrame>
  );
}
