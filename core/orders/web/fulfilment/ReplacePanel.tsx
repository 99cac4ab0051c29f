import { Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { DeployUnit } from '../../common/deployment.ts';
import type { OrderDetail } from '../../common/order.ts';
import { api, useText } from '../api.ts';

const replacement = z.object({ serial: requiredText(200), reason: requiredText(300) });

/** Replaces a deployed device with another one. */
export function ReplacePanel({ order, unit, onClose }: { order: OrderDetail; unit: DeployUnit; onClose(): void }) {
  const t = useText();
  const deploy = useAction(api.deployment.deploy, { invalidates: [api.order.get], onDone: onClose });
  const form = useEntityForm(replacement, {
    namespace: 'orders',
    initial: { serial: '', reason: '' },
    save: (values) =>
      deploy.ask({ params: { id: order.id }, body: { units: [], replace: { ...values, unitId: unit.id } } }),
  });
  return (
    <SidePanel title={t('deploy.replaceOf', { serial: unit.serial })} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('deploy.replace')}>
        <TextInput {...form.field('serial')} dir="ltr" data-autofocus autoComplete="off" />
        <Textarea {...form.field('reason')} autosize minRows={2} />
      </EntityForm>
    </SidePanel>
  );
}
