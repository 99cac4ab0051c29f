import { Textarea } from '@mantine/core';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const schema = z.object({ reason: requiredText(500) });

/** Takes a vehicle out of service, with the reason. */
export function SuspendPanel({ vehicle, onClose }: { vehicle: { id: number; name: string }; onClose(): void }) {
  const t = useText();
  const suspend = useAction(api.vehicle.suspend, { invalidates: [api.vehicle.list] });
  const form = useEntityForm(schema, {
    namespace: 'fleet',
    initial: { reason: '' },
    save: (body) => suspend.ask({ params: { id: vehicle.id }, body }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('suspendNamed', { name: vehicle.name })} onClose={onClose}>
      <EntityForm form={form}>
        <Textarea {...form.field('reason')} autosize minRows={2} data-autofocus />
      </EntityForm>
    </SidePanel>
  );
}
