import { Box } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { type Crumb, PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { Structure } from '../common/structure.ts';
import { structureAddress, structuresAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { OneStructure } from './OneStructure.tsx';
import { StructureForm } from './StructureForm.tsx';

export function EditStructurePage() {
  const t = useText();
  return (
    <EditStructure list={{ label: t('pages.structures-all'), to: structuresAddress }} addressOf={structureAddress} />
  );
}

type Props = {
  /** The list that it stands in. */
  list: Crumb & { to: string };
  /** Where a structure is looked at. */
  addressOf(id: number): string;
};

/** The form of the structure that the address names. */
export function EditStructure(props: Props) {
  return <OneStructure>{(structure) => <OfOne key={structure.id} structure={structure} {...props} />}</OneStructure>;
}

function OfOne({ structure, list, addressOf }: Props & { structure: Structure }) {
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
