import { MultiSelect, Text, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import { endOfDay, startOfDay } from '#platform/common/time/time.ts';
import { email, textOfLength } from '#platform/common/validation/validation.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { companyZone } from '#platform/web/i18n/formats.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { api } from '../api.ts';
import { useZoneName } from '../panel/names.ts';
import { useText } from '../texts.ts';

const schema = z.object({
  zones: z.array(z.string()).min(1, 'Required'),
  adminEmail: email(),
  fromDay: z.string(),
  untilDay: z.string(),
  comment: textOfLength({ max: 500 }),
});

type Props = { panelId: number; zoneIds?: readonly number[]; onClose(): void };

/** Offers zones of a panel to a tenant: it then sees the incidents in them, and nothing else of the panel. */
export function TenantForm({ panelId, zoneIds = [], onClose }: Props) {
  const t = useText();
  const nameOf = useZoneName();
  const zones = useData(api.zone.list, { params: { panelId }, list: { limit: 200 } });
  const offer = useAction(api.assignment.create);
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial: { zones: zoneIds.map(String), adminEmail: '', fromDay: '', untilDay: '', comment: '' },
    save: ({ zones: chosen, adminEmail, fromDay, untilDay, comment }) =>
      offer.ask({
        body: {
          ...{ panelId, role: 'tenant', zoneIds: chosen.map(Number), adminEmail },
          ...(fromDay ? { fromAt: startOfDay(fromDay, companyZone()) } : {}),
          ...(untilDay ? { untilAt: endOfDay(untilDay, companyZone()) } : {}),
          ...(comment ? { comment } : {}),
        },
      }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('assignments.offerTenant')} onClose={onClose}>
      <EntityForm form={form} submitLabel={t('assignments.send')}>
        <Text size="sm" c="dimmed">
          {t('assignments.tenantText')}
        </Text>
        <MultiSelect
          {...form.field('zones')}
          data={(zones.data?.data ?? []).map((zone) => ({ value: String(zone.id), label: nameOf(zone) }))}
          searchable
          hidePickedOptions
        />
        <TextInput
          {...form.field('adminEmail')}
          label={t('assignments.tenantEmail')}
          type="email"
          dir="ltr"
          maxLength={254}
        />
        <DayInput {...form.field('fromDay')} value={form.values.fromDay} clearable />
        <DayInput {...form.field('untilDay')} value={form.values.untilDay} clearable />
        <Textarea {...form.field('comment')} maxLength={500} autosize minRows={2} />
      </EntityForm>
    </SidePanel>
  );
}
