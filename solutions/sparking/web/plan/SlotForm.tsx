import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { slotUses } from '../../common/counts.ts';
import { connectors, slot as entity, type ShownSlot } from '../../common/slot.ts';
import { api, useText } from '../api.ts';
import { GroupSelect } from './GroupSelect.tsx';

const { use, maxStayMinutes, reservedFor, widthCm } = entity.fields.shape;
const schema = z.object({
  ...{ number: requiredText(20), code: requiredText(40).nullable(), use, maxStayMinutes, reservedFor, widthCm },
  groupId: z.number('Required'),
  hasCharger: z.boolean(),
  connector: z.enum(connectors),
  kW: z.number('enterANumber').min(3, 'outOfRange').max(400, 'outOfRange'),
});
type Props = { slot: ShownSlot; onSaved(): void };

/** What a bay is: its number, for whom, how long, and its charger. */
export function SlotForm({ slot, onSaved }: Props) {
  const t = useText();
  const update = useAction(api.slot.update, { invalidates: [api.plan.slots, api.location.get, api.group.list] });
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: {
      ...{ number: slot.number, code: slot.code, use: slot.use, maxStayMinutes: slot.maxStayMinutes },
      ...{ reservedFor: slot.reservedFor, widthCm: slot.widthCm, groupId: slot.groupId },
      hasCharger: slot.charger !== null,
      connector: slot.charger?.connector ?? 'type2',
      kW: slot.charger?.kW ?? 11,
    },
    save: ({ hasCharger, connector, kW, ...body }) =>
      update.ask({
        params: { id: slot.id },
        body: { ...body, charger: hasCharger ? { connector, kW, channel: slot.charger?.channel ?? null } : null },
      }),
    onSaved,
  });
  return (
    <EntityForm form={form}>
      <TextInput {...form.field('number')} maxLength={20} />
      <TextInput {...form.field('code')} maxLength={40} description={t('plan.codeHint')} />
      <Select
        {...form.field('use')}
        data={slotUses.map((value) => ({ value, label: t(`values.use.${value}`) }))}
        allowDeselect={false}
      />
      <GroupSelect
        {...form.field('groupId')}
        locationId={slot.locationId}
        value={form.values.groupId}
        allowDeselect={false}
        onChange={(groupId) => groupId !== null && form.set('groupId', groupId)}
      />
      <NumberInput {...form.field('maxStayMinutes')} min={5} max={43_200} hideControls />
      <TextInput {...form.field('reservedFor')} maxLength={80} />
      <NumberInput {...form.field('widthCm')} min={50} max={1000} hideControls />
      <Switch {...form.field('hasCharger', 'checkbox')} />
      {form.values.hasCharger && (
        <>
          <Select
            {...form.field('connector')}
            data={connectors.map((value) => ({ value, label: t(`values.connector.${value}`) }))}
            allowDeselect={false}
          />
          <NumberInput {...form.field('kW')} min={3} max={400} hideControls />
        </>
      )}
    </EntityForm>
  );
}
