import { MultiSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { ScheduleSelect } from '#core/schedules/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type PanelGroup, panelGroup } from '../../common/panel/group.ts';
import { armModes } from '../../common/panel/words.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const schema = panelGroup.fields.omit({ number: true, scheduleId: true }).extend({ scheduleId: z.number().nullable() });

type Props = { group: PanelGroup; companyId: number; onClose(): void };

/** What people enter about a group: its name, how it is armed, and when it is expected to be. */
export function GroupForm({ group, companyId, onClose }: Props) {
  const t = useText();
  const update = useAction(api.group.update, { invalidates: [api.group.list, api.panel.get] });
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial: {
      name: group.name ?? '',
      modes: group.modes,
      graceMinutes: group.graceMinutes,
      scheduleId: group.schedule?.id ?? null,
    },
    save: (body) =>
      update.ask({ params: { panelId: group.panelId, id: group.id }, body: { ...body, number: group.number } }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('editGroup')} onClose={onClose}>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} maxLength={60} dir="auto" data-autofocus />
        <MultiSelect
          {...form.field('modes')}
          data={armModes.map((value) => ({ value, label: t(`arm.${value}`) }))}
          hidePickedOptions
        />
        <ScheduleSelect
          {...form.field('scheduleId')}
          companyId={companyId}
          value={(form.values.scheduleId as number | null) ?? null}
          onChange={(scheduleId) => form.set('scheduleId', scheduleId)}
        />
        <Text size="xs" c="dimmed">
          {t('groupHoursHint')}
        </Text>
        <NumberInput {...form.field('graceMinutes')} min={0} max={120} suffix={t('rules.minutes')} />
      </EntityForm>
    </SidePanel>
  );
}
