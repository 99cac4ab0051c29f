import { Button, Stack, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { LocalTimeInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { localInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import type { ShownSlot } from '../../common/slot.ts';
import { api, useText } from '../api.ts';

const schema = z.object({ reason: requiredText(200), from: z.string().min(1, 'Required'), until: z.string() });
type Props = { slot: ShownSlot; onSaved(): void };

/** Takes a bay out of service for a time, or puts it back. */
export function OutForm({ slot, onSaved }: Props) {
  const t = useText();
  const shown = { invalidates: [api.plan.slots, api.location.get] };
  const update = useAction(api.slot.update, shown);
  const putBack = useAction(api.slot.update, { ...shown, onDone: onSaved });
  const { outOfService: before } = slot;
  const params = { id: slot.id };
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: {
      reason: before?.reason ?? '',
      from: localTime(before ? Date.parse(before.from) : Date.now()),
      until: before?.until ? localTime(Date.parse(before.until)) : '',
    },
    save: ({ reason, from, until }) =>
      update.ask({
        params,
        body: { outOfService: { reason, from: localInstant(from) ?? '', until: localInstant(until) ?? null } },
      }),
    onSaved,
  });
  return (
    <Stack>
      {before && (
        <Button
          variant="default"
          loading={putBack.pending}
          onClick={() => putBack.run({ params, body: { outOfService: null } })}
        >
          {t('plan.putBack')}
        </Button>
      )}
      <EntityForm form={form}>
        <TextInput {...form.field('reason')} maxLength={200} />
        <LocalTimeInput
          {...form.field('from')}
          label={t('columns.outFrom')}
          value={form.values.from}
          onChange={(from) => form.set('from', from)}
        />
        <LocalTimeInput
          {...form.field('until')}
          label={t('columns.outUntil')}
          description={t('plan.untilHint')}
          value={form.values.until}
          onChange={(until) => form.set('until', until)}
        />
      </EntityForm>
    </Stack>
  );
}
