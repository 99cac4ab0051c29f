import { Button, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { MapCard } from '#platform/web/ui/map/MapCard.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { structure as entity, type Structure } from '../../common/structure.ts';
import { editStructureAddress, structuresAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';

/** The actions on a structure: history, delete and edit. */
export function StructureActions({ structure }: { structure: Structure }) {
  const t = useText();
  return (
    <Group gap="xs">
      <HistoryButton
        of={api.structure.history}
        params={{ companyId: structure.companyId, id: structure.id }}
        namespace="places"
      />
      <Can access={entity.can('delete')}>
        <DeleteStructure structure={structure} backTo={structuresAddress} />
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
  );
}

/** The location of a structure on the map. `tone`: the colour of its marker. */
export function StructureMap({ structure, tone }: { structure: Structure; tone?: Tone }) {
  const t = useText();
  const cities = useLargestCities();
  return (
    <MapCard
      title={t('fields.location')}
      name={structure.name}
      address={structure.address}
      location={structure.location}
      cities={cities}
      {...(tone ? { tone } : {})}
    />
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
