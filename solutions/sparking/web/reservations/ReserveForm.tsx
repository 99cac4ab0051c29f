import { NumberInput, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { LocalTimeInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { localInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import { maxReservedBays, reserving } from '../../common/reservation.ts';
import { api, useText } from '../api.ts';
import { GroupSelect } from '../plan/GroupSelect.tsx';

const schema = z.object({
  purpose: requiredText(80),
  groupId: z.number('Required'),
  count: reserving.shape.count.unwrap(),
  from: z.string().min(1, 'Required'),
  until: z.string().min(1, 'Required'),
});
const usualMs = 4 * 3_600_000;

/** A side panel that reserves some bays of a group for somebody. */
export function ReserveForm({ locationId, onClose }: { locationId: number; onClose(): void }) {
  const t = useText();
  const reserve = useAction(api.reservation.reserve, { invalidates: [api.reservation.list] });
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: {
      ...{ purpose: '', groupId: null, count: 1 },
      from: localTime(Date.now()),
      until: localTime(Date.now() + usualMs),
    },
    save: ({ from, until, ...fields }) =>
      reserve.ask({
        params: { id: locationId },
        body: { ...fields, from: localInstant(from) ?? '', until: localInstant(until) ?? '' },
      }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('reserveBays')} onClose={onClose}>
      <EntityForm form={form}>
        <Text size="sm">{t('reservation.reserveText')}</Text>
        <TextInput {...form.field('purpose')} maxLength={80} data-autofocus />
        <GroupSelect
          {...form.field('groupId')}
          locationId={locationId}
          value={form.values.groupId}
          allowDeselect={false}
          onChange={(groupId) => {
            if (groupId !== null) form.set('groupId', groupId);
          }}
        />
        <NumberInput {...form.field('count')} min={1} max={maxReservedBays} />
        <LocalTimeInput
          {...form.field('from')}
          label={t('reservation.from')}
          value={form.values.from}
          onChange={(from) => form.set('from', from)}
        />
        <LocalTimeInput
          {...form.field('until')}
          value={form.values.until}
          onChange={(until) => form.set('until', until)}
        />
      </EntityForm>
    </SidePanel>
  );
}
