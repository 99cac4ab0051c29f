import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { type ShownSlot, setStates } from '../../common/slot.ts';
import { api, useText } from '../api.ts';
import type { SetState } from './slot-keys.ts';

const schema = z.object({ state: z.enum(setStates), reason: requiredText(200) });
type Props = { slot: ShownSlot; state: SetState | undefined; onSaved(): void };

/** Says what a person sees in a bay, with the reason. */
export function StateForm({ slot, state, onSaved }: Props) {
  const t = useText();
  const set = useAction(api.slot.setState, { invalidates: [api.plan.slots, api.location.get] });
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: { state: state ?? (slot.state === 'free' ? 'occupied' : 'free'), reason: '' },
    save: (body) => set.ask({ params: { id: slot.id }, body }),
    onSaved,
  });
  return (
    <EntityForm form={form}>
      <Input.Wrapper label={t('columns.state')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('columns.state')}
          value={form.values.state}
          onChange={(value) => form.set('state', value)}
          data={setStates.map((value) => ({ value, label: t(`values.state.${value}`) }))}
        />
      </Input.Wrapper>
      <TextInput {...form.field('reason')} description={t('plan.stateHint')} maxLength={200} data-autofocus />
    </EntityForm>
  );
}
