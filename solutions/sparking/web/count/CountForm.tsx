import { NumberInput, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { GroupCount } from '../../common/counter.ts';
import type { ShownGroup } from '../../common/group.ts';
import { api, useText } from '../api.ts';

const schema = z.object({ value: z.number('enterANumber'), reason: requiredText(200) });
type Props = { group: ShownGroup; count: GroupCount; what: 'correct' | 'give'; onClose(): void };

/** Says how many vehicles a person has counted in a group, or will be there at the nightly count, with the reason. */
export function CountForm({ group, count: { shown, capacity, nightlyAt, given }, what, onClose }: Props) {
  const t = useText();
  const { date } = useFormats();
  const set = useAction(api.count.set, {
    invalidates: [api.count.get, api.count.corrections, api.location.get, api.group.list],
  });
  const give = useAction(api.count.give, { invalidates: [api.count.get] });
  const isGiven = what === 'give';
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: { value: (isGiven ? given?.value : undefined) ?? shown, reason: (isGiven && given?.reason) || '' },
    save: (body) => (isGiven ? give : set).ask({ params: { id: group.id }, body }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t(`count.${what}`)} onClose={onClose}>
      <EntityForm form={form}>
        {isGiven && <Text size="sm">{t('count.giveFor', { at: date(nightlyAt) })}</Text>}
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
