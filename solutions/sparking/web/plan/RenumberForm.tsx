import { NumberInput, SegmentedControl, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { digitKinds, numberAt } from '../../common/slot.ts';
import { api, useText } from '../api.ts';

const schema = z.object({
  prefix: z.string().trim().max(14, 'tooLong'),
  from: z.number('enterANumber'),
  digits: z.number('enterANumber').min(1, 'outOfRange').max(6, 'outOfRange'),
  digitKind: z.enum(digitKinds),
});
/** The bays in the order of their numbers: those of a group, or chosen ones. */
type Props = { of: { groupId: number } | { ids: readonly number[] }; count: number; onClose(): void };

/** Renumbers bays, all or none. */
export function RenumberForm({ of, count, onClose }: Props) {
  const t = useText();
  const renumber = useAction(api.slot.renumber, { invalidates: [api.slot.list, api.plan.slots, api.slot.get] });
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: { prefix: '', from: 1, digits: 3, digitKind: 'western' },
    save: (body) => renumber.ask({ body: { ...body, ...('ids' in of ? { ids: [...of.ids] } : of) } }),
    onSaved: onClose,
  });
  const given = schema.safeParse(form.values);
  return (
    <SidePanel title={t('renumber.title')} onClose={onClose}>
      <EntityForm form={form}>
        <Text size="sm">{t('renumber.text', { count })}</Text>
        <TextInput {...form.field('prefix')} description={t('prefixHint')} data-autofocus />
        <NumberInput {...form.field('from')} min={0} hideControls />
        <NumberInput {...form.field('digits')} min={1} max={6} hideControls />
        <SegmentedControl
          aria-label={t('fields.digitKind')}
          value={form.values.digitKind}
          data={digitKinds.map((value) => ({ value, label: t(`values.digitKind.${value}`) }))}
          onChange={(value) => form.set('digitKind', value)}
        />
        {given.success && count > 0 && (
          <Text size="sm" c="dimmed">
            <bdi>{numberAt(given.data, 0)}</bdi>
            {count > 1 && (
              <>
                {' – '}
                <bdi>{numberAt(given.data, count - 1)}</bdi>
              </>
            )}
          </Text>
        )}
      </EntityForm>
    </SidePanel>
  );
}
