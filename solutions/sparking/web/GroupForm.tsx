import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { slotUses } from '../common/counts.ts';
import { group, groupKinds, type ShownGroup } from '../common/group.ts';
import { api, useText } from './api.ts';

const { name, kind, forPublic } = group.fields.shape;
const schema = z.object({
  name,
  kind,
  forPublic,
  addsBays: z.boolean(),
  prefix: z.string().trim().max(14, 'tooLong'),
  from: z.number('enterANumber'),
  to: z.number('enterANumber'),
  digits: z.number('enterANumber'),
  use: z.enum(slotUses),
});

type Props = { locationId: number; before: ShownGroup | undefined; onClose(): void };

/** A side panel that creates or edits a group, with a series of numbered bays if wanted. */
export function GroupForm({ locationId, before, onClose }: Props) {
  const t = useText();
  const shown = { invalidates: [api.location.get, api.location.list, api.slot.list] };
  const create = useAction(api.group.create, shown);
  const update = useAction(api.group.update, shown);
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: {
      name: before?.name ?? '',
      kind: before?.kind ?? 'level',
      forPublic: before?.forPublic ?? true,
      addsBays: !before,
      ...{ prefix: '', from: 1, to: 60, digits: 3, use: 'standard' },
    },
    save: ({ addsBays, prefix, from, to, digits, use, ...fields }) => {
      const body = { ...fields, ...(addsBays ? { slots: { prefix, from, to, digits, use } } : {}) };
      return before ? update.ask({ params: { id: before.id }, body }) : create.ask({ body: { ...body, locationId } });
    },
    onSaved: onClose,
  });
  return (
    <SidePanel title={before ? t('editGroup') : t('addGroup')} onClose={onClose}>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} data-autofocus />
        <Select
          {...form.field('kind')}
          data={groupKinds.map((value) => ({ value, label: t(`values.kind.${value}`) }))}
          allowDeselect={false}
        />
        <Switch {...form.field('forPublic', 'checkbox')} />
        <Switch {...form.field('addsBays', 'checkbox')} />
        {form.values.addsBays && (
          <>
            <TextInput {...form.field('prefix')} description={t('prefixHint')} />
            <NumberInput {...form.field('from')} min={0} hideControls />
            <NumberInput {...form.field('to')} min={0} hideControls />
            <NumberInput {...form.field('digits')} min={1} max={6} hideControls />
            <Select
              {...form.field('use')}
              data={slotUses.map((value) => ({ value, label: t(`values.use.${value}`) }))}
              allowDeselect={false}
            />
          </>
        )}
      </EntityForm>
    </SidePanel>
  );
}
