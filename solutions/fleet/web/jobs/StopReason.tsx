import { Textarea } from '@mantine/core';
import { z } from 'zod';
import { requiredLines } from '#platform/common/validation/validation.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { useText } from '../texts.ts';

const schema = z.object({ reason: requiredLines(500) });
type Props = { name: string; onClose(): void; onReason(reason: string): Promise<void> };

/** Asks why nothing could be done at a stop. */
export function StopReason({ name, onClose, onReason }: Props) {
  const t = useText();
  const form = useEntityForm(schema, {
    namespace: 'fleet',
    initial: { reason: '' },
    save: ({ reason }) => onReason(reason),
  });
  return (
    <SidePanel title={t('atStop', { action: t('stopActions.fail'), name })} onClose={onClose}>
      <EntityForm form={form}>
        <Textarea {...form.field('reason')} autosize minRows={2} data-autofocus />
      </EntityForm>
    </SidePanel>
  );
}
