import { z } from 'zod';
import { FloorSelect, SpaceSelect, StructureSelect } from '#core/places/web/parts.tsx';
import { id } from '#platform/common/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import type { DevicePage } from '../common/device.ts';
import { useText } from './texts.ts';
import type { DeviceCalls } from './use-device.ts';

const schema = z.object({ structureId: id(), floorId: id().nullable(), spaceId: id().nullable() });

/** Where a device stands. Another structure leaves the floor and the space behind, another floor the space. */
export function PlaceForm({ calls, device, onSaved }: { calls: DeviceCalls; device: DevicePage; onSaved(): void }) {
  const t = useText();
  const installed = device.state === 'installed';
  const place = useAction(installed ? calls.move : calls.install);
  const form = useEntityForm(schema, {
    namespace: 'devices',
    initial: {
      structureId: device.structure?.id ?? null,
      floorId: device.floor?.id ?? null,
      spaceId: device.space?.id ?? null,
    },
    save: (body) => place.ask({ params: { id: device.id }, body }),
    onSaved,
  });
  const { structureId, floorId } = form.values;
  const { companyId } = device;
  const within = { companyId, structureId: structureId ? Number(structureId) : null };
  return (
    <EntityForm form={form} submitLabel={t(installed ? 'placing.moveHere' : 'placing.here')}>
      <StructureSelect
        {...form.field('structureId')}
        companyId={companyId}
        known={device.structure}
        onChange={(next) => {
          form.set('structureId', next as number);
          form.set('floorId', null);
          form.set('spaceId', null);
        }}
      />
      <FloorSelect
        {...form.field('floorId')}
        {...within}
        known={device.floor}
        onChange={(next) => {
          form.set('floorId', next);
          form.set('spaceId', null);
        }}
      />
      <SpaceSelect
        {...form.field('spaceId')}
        {...within}
        floorId={floorId === null ? null : Number(floorId)}
        known={device.space}
      />
    </EntityForm>
  );
}
