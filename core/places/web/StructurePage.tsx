import { Button, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/ConfirmDialog.tsx';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { PageFrame } from '#platform/web/ui/PageFrame.tsx';
import { structure as entity, type Structure } from '../common/structure.ts';
import { editStructureAddress, structureAddress, structuresAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { FloorsPanel } from './FloorsPanel.tsx';
import { InnerStructuresPanel } from './InnerStructuresPanel.tsx';
import { useMapTexts } from './map-texts.ts';
import { OneStructure } from './OneStructure.tsx';
import classes from './Places.module.css';
import { SpacesPanel } from './SpacesPanel.tsx';
import { StructureFacts } from './StructureFacts.tsx';

/** A structure: where it is, its floors, its spaces, and what stands within it. */
export function StructurePage() {
  return <OneStructure>{(structure) => <OfStructure key={structure.id} structure={structure} />}</OneStructure>;
}

function OfStructure({ structure }: { structure: Structure }) {
  const t = useText();
  const texts = useMapTexts();
  return (
    <PageFrame
      title={structure.name}
      parents={[
        { label: t('pages.structures-all'), to: structuresAddress },
        ...(structure.parent ? [{ label: structure.parent.name, to: structureAddress(structure.parent.id) }] : []),
      ]}
      action={
        <Group gap="xs">
          <Can access={entity.can('delete')}>
            <DeleteStructure structure={structure} />
          </Can>
          <Can access={entity.can('update')}>
            <Button
              component={Link}
              to={editStructureAddress(structure.id)}
              leftSection={<IconPencil size={iconSizes.md} aria-hidden />}
            >
              {t('actions.edit')}
            </Button>
          </Can>
        </Group>
      }
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          <StructureFacts structure={structure} />
          {structure.location && (
            <WorldMap
              label={t('map.of', { name: structure.name })}
              texts={texts}
              focus={[structure.location]}
              pin={structure.location}
            />
          )}
        </div>
        <div className={classes.column}>
          <FloorsPanel structure={structure} />
          <SpacesPanel structure={structure} />
          <InnerStructuresPanel structure={structure} />
        </div>
      </div>
    </PageFrame>
  );
}

function DeleteStructure({ structure }: { structure: Structure }) {
  const t = useText();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const remove = useAction(api.structure.remove, {
    onDone: () => void navigate(structuresAddress),
    onError: () => setAsked(false),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={iconSizes.md} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t('actions.delete')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('deleteStructure.title')}
        message={t('deleteStructure.text')}
        entityName={structure.name}
        pending={remove.pending}
        onConfirm={() => remove.run({ params: { companyId: structure.companyId, id: structure.id } })}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}
