import { Button, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { MapCard } from '#platform/web/ui/map/MapCard.tsx';
import { type Crumb, PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { structure as entity, type Structure } from '../common/structure.ts';
import { structureAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { FloorsPanel } from './FloorsPanel.tsx';
import { InnerStructuresPanel } from './InnerStructuresPanel.tsx';
import { useMapTexts } from './map-texts.ts';
import classes from './Places.module.css';
import { SpacesPanel } from './SpacesPanel.tsx';
import { StructureFacts } from './StructureFacts.tsx';

type Props = {
  structure: Structure;
  /** The breadcrumb of the list. */
  parent: Crumb & { to: string };
  editTo: string;
  actions?: ReactNode;
  /** Panels of other slices. */
  side?: ReactNode;
  below?: ReactNode;
};

/** The page of a structure: facts, map, floors, spaces and inner structures. */
export function StructureView({ structure, parent, editTo, actions, side, below }: Props) {
  const t = useText();
  const { cities } = useMapTexts();
  return (
    <PageFrame
      title={structure.name}
      parents={[
        parent,
        ...(structure.parent ? [{ label: structure.parent.name, to: structureAddress(structure.parent.id) }] : []),
      ]}
      action={
        <Group gap="xs">
          {actions}
          <HistoryButton
            of={api.structure.history}
            params={{ companyId: structure.companyId, id: structure.id }}
            namespace="places"
          />
          <Can access={entity.can('delete')}>
            <DeleteStructure structure={structure} backTo={parent.to} />
          </Can>
          <Can access={entity.can('update')}>
            <Button component={Link} to={editTo} leftSection={<IconPencil size={iconSizes.md} aria-hidden />}>
              {t('actions.edit')}
            </Button>
          </Can>
        </Group>
      }
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          <StructureFacts structure={structure} />
          {side}
          <MapCard
            title={t('fields.location')}
            address={structure.address}
            location={structure.location}
            cities={cities}
          />
        </div>
        <div className={classes.column}>
          <FloorsPanel structure={structure} />
          <SpacesPanel structure={structure} />
          <InnerStructuresPanel structure={structure} />
          {below}
        </div>
      </div>
    </PageFrame>
  );
}

function DeleteStructure({ structure, backTo }: { structure: Structure; backTo: string }) {
  const t = useText();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  const remove = useAction(api.structure.remove, {
    onDone: () => void navigate(backTo),
    onError: () => setConfirming(false),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={iconSizes.md} aria-hidden />}
        onClick={() => setConfirming(true)}
      >
        {t('actions.delete')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('deleteStructure.title')}
        message={t('deleteStructure.text')}
        entityName={structure.name}
        pending={remove.pending}
        onConfirm={() => remove.run({ params: { companyId: structure.companyId, id: structure.id } })}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
