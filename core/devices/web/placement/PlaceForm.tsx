import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { PlacementFields } from '#core/places/web/parts.tsx';
import { id } from '#platform/common/validation/validation.ts';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import type { Device } from '../../common/device.ts';
import { ScanButton } from '../scan/ScanButton.tsx';
import { useText } from '../texts.ts';
import type { DeviceCalls } from '../use-device.ts';

const schema = z.object({ structureId: id(), floorId: id().nullable(), spaceId: id().nullable() });

type Place = Pick<Device, 'structure' | 'floor' | 'space'>;
const fieldsOf = ({ structure, floor, space }: Place) => ({
  structureId: structure?.id ?? null,
  floorId: floor?.id ?? null,
  spaceId: space?.id ?? null,
});

/** The name of a device in kept changes. */
export const waitingDevice = (id: number): string => `device/${id}`;

/** The form for the place of a device: selected, or that of another device whose label is scanned. */
export function PlaceForm({ calls, device, onSaved }: { calls: DeviceCalls; device: Device; onSaved(): void }) {
  const t = useText();
  const installed = device.state === 'installed';
  const place = useAction(installed ? calls.move : calls.install, {
    keeps: () => ({
      title: t(installed ? 'placing.moveTitle' : 'placing.installTitle'),
      record: device.name,
      of: waitingDevice(device.id),
    }),
  });
  const [known, setKnown] = useState<Place>(device);
  const form = useEntityForm(schema, {
    namespace: 'devices',
    initial: fieldsOf(device),
    save: (body) => place.ask({ params: { id: device.id }, body }),
    onSaved,
  });

  async function takePlaceOf(serial: string): Promise<void> {
    const { companyId } = device;
    const list = { search: serial, filter: { companyId: String(companyId) }, limit: 20, total: false };
    try {
      const { data } = await calls.list.send({ list });
      const found = data.find((one) => one.serial === serial && one.structure !== null);
      if (!found) return notify({ kind: 'negative', message: t('placing.unknown', { serial }) });
      setKnown(found);
      for (const [name, value] of Object.entries(fieldsOf(found))) form.set(name as keyof typeof form.values, value);
    } catch (error) {
      // The client has already shown a refusal.
      if (!(error instanceof RequestError)) notifyUnknownError(error);
    }
  }

  return (
    <EntityForm form={form} submitLabel={t(installed ? 'placing.moveHere' : 'placing.here')} needsChange={installed}>
      <PlacementFields form={form} companyId={device.companyId} known={known} />
      <Group gap="xs">
        <ScanButton onSerial={(serial) => void takePlaceOf(serial)} />
        <Text size="sm" c="dimmed">
          {t('placing.scan')}
        </Text>
      </Group>
    </EntityForm>
  );
}
