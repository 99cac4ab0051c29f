import { Box, Skeleton } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { type Crumb, PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { siteAddress, structuresAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { ForCompany } from '../ForCompany.tsx';
import { StructureForm } from './StructureForm.tsx';

export function CreateStructurePage() {
  const t = useText();
  return <CreateStructure list={{ label: t('pages.structures-all'), to: structuresAddress }} addressOf={siteAddress} />;
}

type Props = {
  /** The breadcrumb of the list. */
  list: Crumb & { to: string };
  /** The address of a structure's page. */
  addressOf(id: number): string;
};

/** The form of a new structure, optionally with a parent: `?parent=<id>`. */
export function CreateStructure(props: Props) {
  return <ForCompany>{(companyId) => <CreateInCompany key={companyId} companyId={companyId} {...props} />}</ForCompany>;
}

function CreateInCompany({ companyId, list, addressOf }: Props & { companyId: number }) {
  const navigate = useNavigate();
  const parentId = Number(useSearchParams()[0].get('parent')) || undefined;
  const parent = useData(
    api.structure.get,
    { params: { companyId, id: parentId ?? 0 } },
    { enabled: parentId !== undefined, silent: true },
  );
  const create = useAction(api.structure.create);
  const back = parent.data ? addressOf(parent.data.id) : list.to;
  return (
    <PageFrame parents={[list, ...(parent.data ? [{ label: parent.data.name, to: back }] : [])]}>
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
                const created = await create.ask({ params: { companyId }, body: values });
                // Navigates after the form has cleared its unsaved state, which would block it.
                setTimeout(() => void navigate(addressOf(created.id)));
              }}
            />
          )}
        </Panel>
      </Box>
    </PageFrame>
  );
}
