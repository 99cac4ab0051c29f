import { NumberInput, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { ShownGroup } from '../../common/group.ts';
import { api, useText } from '../api.ts';

const schema = z.object({ value: z.number('enterANumber'), reason: requiredText(200) });
type Props = { group: ShownGroup; count: { shown: number; capacity: number }; onClose(): void };

/** Says how many vehicles a person has counted in a group, with the reason. */
export function CountForm({ group, count: { shown, capacity }, onClose }: Props) {
  const t = useText();
  const set = useAction(api.count.set, {
    invalidates: [api.count.get, api.count.corrections, api.location.get, api.group.list],
  });
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: { value: shown, reason: '' },
    save: (body) => set.ask({ params: { id: group.id }, body }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('count.correct')} onClose={onClose}>
      <EntityForm form={form}>
        <NumberInput
          {...form.field('value')}
          description={t('count.ofAtMost', { capacity })}
          min={0}
          max={capacity}
          hideControls
          data-autofocus
        />
        <TextInput {...form.field('reason')} maxLength={200} />
      </EntityForm>
    </SidePanel>
  );
}
