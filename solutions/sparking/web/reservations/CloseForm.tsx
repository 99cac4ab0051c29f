import { Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { LocalTimeInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { localInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import { api, useText } from '../api.ts';
import { GroupSelect } from '../plan/GroupSelect.tsx';

const schema = z.object({
  purpose: requiredText(80),
  groupId: z.number().nullable(),
  until: z.string().min(1, 'Required'),
});
const usualMs = 4 * 3_600_000;

/** A side panel that closes a car park, or a group of it, from now on. */
export function CloseForm({ location, onClose }: { location: { id: number; name: string }; onClose(): void }) {
  const t = useText();
  const close = useAction(api.reservation.close, { invalidates: [api.reservation.list] });
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: { purpose: '', groupId: null, until: localTime(Date.now() + usualMs) },
    save: ({ until, ...fields }) =>
      close.ask({ params: { id: location.id }, body: { ...fields, until: localInstant(until) ?? '' } }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('closeUntil')} onClose={onClose}>
      <EntityForm form={form}>
        <Text size="sm">{t('reservation.closeText', { name: location.name })}</Text>
        <TextInput {...form.field('purpose')} maxLength={80} data-autofocus />
        <GroupSelect
          {...form.field('groupId')}
          locationId={location.id}
          placeholder={t('reservation.wholePark')}
          clearable
          value={form.values.groupId}
          onChange={(groupId) => form.set('groupId', groupId)}
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
