import { Box } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { type Crumb, PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { Structure } from '../../common/structure.ts';
import { siteAddress, structuresAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { StructureForm } from './StructureForm.tsx';
import { StructureFromAddress } from './StructureFromAddress.tsx';

export function EditStructurePage() {
  const t = useText();
  return <EditStructure list={{ label: t('pages.structures-all'), to: structuresAddress }} addressOf={siteAddress} />;
}

type Props = {
  /** The breadcrumb of the list. */
  list: Crumb & { to: string };
  /** The address of a structure's page. */
  addressOf(id: number): string;
};

/** The form of the structure in the address. */
export function EditStructure(props: Props) {
  return (
    <StructureFromAddress>
      {(structure) => <EditStructureForm key={structure.id} structure={structure} {...props} />}
    </StructureFromAddress>
  );
}

function EditStructureForm({ structure, list, addressOf }: Props & { structure: Structure }) {
  const navigate = useNavigate();
  const update = useAction(api.structure.update);
  const { id, companyId } = structure;
  return (
    <PageFrame parents={[list, { label: structure.name, to: addressOf(id) }]}>
      <Box maw={sizes.form}>
        <Panel>
          <StructureForm
            companyId={companyId}
            before={structure}
            cancelTo={addressOf(id)}
            save={async (values) => {
              await update.ask({ params: { companyId, id }, body: values });
              setTimeout(() => void navigate(addressOf(id)));
            }}
          />
        </Panel>
      </Box>
    </PageFrame>
  );
}
