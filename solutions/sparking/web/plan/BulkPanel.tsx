import { NumberInput, Select, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { slotUses } from '../../common/counts.ts';
import { slot as entity } from '../../common/slot.ts';
import { api, useText } from '../api.ts';
import { GroupSelect } from './GroupSelect.tsx';

const services = ['out', 'back'] as const;
const schema = z
  .object({
    use: z.enum(slotUses).nullable(),
    groupId: z.number().nullable(),
    maxStayMinutes: entity.fields.shape.maxStayMinutes,
    service: z.enum(services).nullable(),
    reason: z.string().trim().max(200, 'tooLong'),
  })
  .refine(({ service, reason }) => service !== 'out' || reason !== '', { path: ['reason'], message: 'Required' });

type Props = { locationId: number; ids: readonly number[]; onClose(): void; onSaved(): void };

/** Changes many bays alike. What is left empty stays as it is. */
export function BulkPanel({ locationId, ids, onClose, onSaved }: Props) {
  const t = useText();
  const bulk = useAction(api.slot.bulk, { invalidates: [api.plan.slots, api.location.get, api.group.list] });
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: { use: null, groupId: null, maxStayMinutes: null, service: null, reason: '' },
    save: ({ use, groupId, maxStayMinutes, service, reason }) =>
      bulk.ask({
        body: {
          ids: [...ids],
          set: {
            ...(use ? { use } : {}),
            ...(groupId === null ? {} : { groupId }),
            ...(maxStayMinutes === null ? {} : { maxStayMinutes }),
            ...(service === 'out' ? { outOfService: { reason, from: new Date().toISOString(), until: null } } : {}),
            ...(service === 'back' ? { outOfService: null } : {}),
          },
        },
      }),
    onSaved,
  });
  return (
    <SidePanel title={t('plan.selected', { count: ids.length })} onClose={onClose}>
      <EntityForm form={form}>
        <Select
          {...form.field('use')}
          placeholder={t('plan.asItIs')}
          data={slotUses.map((value) => ({ value, label: t(`values.use.${value}`) }))}
          clearable
          data-autofocus
        />
        <GroupSelect
          {...form.field('groupId')}
          locationId={locationId}
          placeholder={t('plan.asItIs')}
          value={form.values.groupId}
          onChange={(groupId) => form.set('groupId', groupId)}
          clearable
        />
        <NumberInput
          {...form.field('maxStayMinutes')}
          placeholder={t('plan.asItIs')}
          min={5}
          max={43_200}
          hideControls
        />
        <Select
          {...form.field('service')}
          placeholder={t('plan.asItIs')}
          data={services.map((value) => ({ value, label: t(`values.service.${value}`) }))}
          clearable
        />
        {form.values.service === 'out' && <TextInput {...form.field('reason')} maxLength={200} withAsterisk />}
      </EntityForm>
    </SidePanel>
  );
}
