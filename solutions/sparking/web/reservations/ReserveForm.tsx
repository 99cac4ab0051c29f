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

const schema = z
  .object({
    /** Whether the bays are given, so that no group is needed. */
    listed: z.boolean(),
    purpose: requiredText(80),
    groupId: z.number().nullable(),
    count: reserving.shape.count.unwrap(),
    from: z.string().min(1, 'Required'),
    until: z.string().min(1, 'Required'),
  })
  .refine(({ listed, groupId }) => listed || groupId !== null, { path: ['groupId'], message: 'Required' });
const usualMs = 4 * 3_600_000;

type Props = {
  locationId: number;
  /** Without them, so many bays of a group are reserved. */
  bays?: readonly { id: number; number: string }[];
  onClose(): void;
  onSaved?(): void;
};

/** A side panel that reserves bays for somebody: the given ones, or some of a group. */
export function ReserveForm({ locationId, bays, onClose, onSaved = onClose }: Props) {
  const t = useText();
  const reserve = useAction(api.reservation.reserve, { invalidates: [api.plan.slots, api.slot.list] });
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: {
      ...{ listed: bays !== undefined, purpose: '', groupId: null, count: 1 },
      from: localTime(Date.now()),
      until: localTime(Date.now() + usualMs),
    },
    save: ({ purpose, groupId, count, from, until }) =>
      reserve.ask({
        params: { id: locationId },
        body: {
          ...{ purpose, from: localInstant(from) ?? '', until: localInstant(until) ?? '' },
          ...(bays ? { slotIds: bays.map(({ id }) => id) } : {}),
          ...(groupId === null ? {} : { groupId, count }),
        },
      }),
    onSaved,
  });
  return (
    <SidePanel title={t('reserveBays')} onClose={onClose}>
      <EntityForm form={form}>
        {bays && (
          <Text lineClamp={4}>
            {t('reservation.bays', { count: bays.length, numbers: bays.map(({ number }) => number).join(', ') })}
          </Text>
        )}
        <Text size="sm">{t(bays ? 'reservation.reserveListedText' : 'reservation.reserveText')}</Text>
        <TextInput {...form.field('purpose')} maxLength={80} data-autofocus />
        {!bays && (
          <>
            <GroupSelect
              {...form.field('groupId')}
              withAsterisk
              locationId={locationId}
              value={form.values.groupId}
              allowDeselect={false}
              onChange={(groupId) => form.set('groupId', groupId)}
            />
            <NumberInput {...form.field('count')} min={1} max={maxReservedBays} />
          </>
        )}
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
