import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import type { RequestError } from '#platform/web/client/request-error.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { useText } from '../texts.ts';
import { useZoneName } from './names.ts';

export type OpenZone = { number: number; name: string | null; bypassable: boolean };

const isOpenZone = (value: unknown): value is OpenZone =>
  typeof value === 'object' && value !== null && 'number' in value && 'name' in value && 'bypassable' in value;

/** The open zones because of which a panel was not armed; null if it was refused for another reason. */
export function openZonesIn({ word, detail }: RequestError): readonly OpenZone[] | null {
  if (word !== 'not-ready' || typeof detail !== 'object' || detail === null || !('zones' in detail)) return null;
  return Array.isArray(detail.zones) ? detail.zones.filter(isOpenZone) : null;
}

type Props = {
  group: string;
  zones: readonly OpenZone[];
  pending: boolean;
  onArm(bypass: number[]): void;
  onClose(): void;
};

/** Asks for each zone that is open whether it is left out of this armed period. Nothing is left out unseen. */
export function OpenZones({ group, zones, pending, onArm, onClose }: Props) {
  const t = useText();
  const nameOf = useZoneName();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const isReady = zones.every(({ number }) => chosen.includes(number));
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('notReady')}
      message={t(isReady ? 'notReadyBypass' : 'notReadyText')}
      entityName={group}
      confirmLabel={isReady ? t('armWithout') : t('tryAgain')}
      pending={pending}
      onConfirm={() => onArm([...chosen])}
      onCancel={onClose}
    >
      <Stack gap="xs" mt="md">
        {zones.map((zone) => (
          <Checkbox
            key={zone.number}
            label={t('leaveOut', { zone: nameOf(zone) })}
            description={zone.bypassable ? undefined : t('mustClose')}
            disabled={!zone.bypassable}
            checked={chosen.includes(zone.number)}
            onChange={({ currentTarget }) =>
              setChosen(
                currentTarget.checked ? [...chosen, zone.number] : chosen.filter((number) => number !== zone.number),
              )
            }
          />
        ))}
      </Stack>
    </ConfirmDialog>
  );
}
