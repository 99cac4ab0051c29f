import { Box, Skeleton } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/PageFrame.tsx';
import { Panel } from '#platform/web/ui/Panel.tsx';
import { structureAddress, structuresAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { ForCompany } from './ForCompany.tsx';
import { StructureForm } from './StructureForm.tsx';

/** A new structure, perhaps within another: `?parent=<id>`. */
export function CreateStructurePage() {
  return <ForCompany>{(companyId) => <CreateStructure key={companyId} companyId={companyId} />}</ForCompany>;
}

function CreateStructure({ companyId }: { companyId: number }) {
  const t = useText();
  const navigate = useNavigate();
  const parentId = Number(useSearchParams()[0].get('parent')) || undefined;
  const parent = useData(
    api.structure.get,
    { params: { companyId, id: parentId ?? 0 } },
    { enabled: parentId !== undefined, silent: true },
  );
  const create = useAction(api.structure.create);
  const back = parent.data ? structureAddress(parent.data.id) : structuresAddress;
  return (
    <PageFrame
      parents={[
        { label: t('pages.structures-all'), to: structuresAddress },
        ...(parent.data ? [{ label: parent.data.name, to: back }] : []),
      ]}
    >
      <Box maw={sizes.form}>
        <Panel>
          {parent.isLoading ? (
            <Skeleton h={sizes.chart} />
          ) : (
            <StructureForm
              companyId={companyId}
              parent={parent.data}
              cancelTo={back}
              save={async (values) => {
                const made = await create.ask({ params: { companyId }, body: values });
                // After the form has told that nothing is unsaved any more.
                setTimeout(() => void navigate(structureAddress(made.id)));
              }}
            />
          )}
        </Panel>
      </Box>
    </PageFrame>
  );
}
