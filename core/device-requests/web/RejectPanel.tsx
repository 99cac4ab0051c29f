import { Textarea } from '@mantine/core';
import { z } from 'zod';
import { requiredLines } from '#platform/common/validation/validation.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { DeviceRequest } from '../common/device-request.ts';
import { useText } from './api.ts';
import { useRequestChange } from './use-request-change.ts';

const shape = z.object({ reason: requiredLines(500) });

export function RejectPanel({ request, onClose }: { request: DeviceRequest; onClose(): void }) {
  const t = useText();
  const change = useRequestChange(request.uuid, onClose);
  const form = useEntityForm(shape, {
    namespace: 'device-requests',
    initial: { reason: '' },
    save: ({ reason }) => change.ask({ action: 'reject', reason }),
  });
  return (
    <SidePanel title={t('rejectTitle', { number: request.number })} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('actions.reject')}>
        <Textarea {...form.field('reason')} description={t('rejectText')} autosize minRows={3} data-autofocus />
      </EntityForm>
    </SidePanel>
  );
}
