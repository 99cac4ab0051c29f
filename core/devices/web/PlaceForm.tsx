import { z } from 'zod';
import { PlacementFields } from '#core/places/web/parts.tsx';
import { id } from '#platform/common/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import type { DevicePage } from '../common/device.ts';
import { useText } from './texts.ts';
import type { DeviceCalls } from './use-device.ts';

const schema = z.object({ structureId: id(), floorId: id().nullable(), spaceId: id().nullable() });

/** The form for the place of a device. */
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
  return (
    <EntityForm form={form} submitLabel={t(installed ? 'placing.moveHere' : 'placing.here')}>
      <PlacementFields form={form} companyId={device.companyId} known={device} />
    </EntityForm>
  );
}
