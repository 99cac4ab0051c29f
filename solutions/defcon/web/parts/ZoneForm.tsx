import { MultiSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { detectors, isProtected, reactions } from '../../common/panel/words.ts';
import { panelZone, type Zone } from '../../common/panel/zone.ts';
import { api } from '../api.ts';
import { useGroupName } from '../panel/names.ts';
import { useText } from '../texts.ts';

const schema = panelZone.fields
  .omit({ spaceId: true, deviceId: true })
  .extend({ groups: z.array(z.string()), confirmUnit: z.string() });

type Props = { panelId: number; before: Zone | undefined; onClose(): void };

/** A side panel that enters or edits a zone. */
export function ZoneForm({ panelId, before, onClose }: Props) {
  const t = useText();
  const nameOf = useGroupName();
  const groups = useData(api.group.list, { params: { panelId } });
  const shown = { invalidates: [api.zone.list, api.group.list, api.panel.get] };
  const create = useAction(api.zone.create, shown);
  const update = useAction(api.zone.update, shown);
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial: {
      number: before?.number ?? '',
      name: before?.name ?? '',
      groups: before?.groups.map(String) ?? [],
      detector: before?.detector ?? 'door',
      reaction: before?.reaction ?? 'perimeter',
      bypassable: before?.bypassable ?? true,
      confirmUnit: before?.confirmUnit ?? '',
    },
    save: ({ groups: numbers, confirmUnit, bypassable, ...fields }) => {
      const body = {
        ...fields,
        groups: numbers.map(Number),
        bypassable: bypassable && !isProtected(fields.reaction),
        confirmUnit: confirmUnit || null,
        spaceId: before?.space?.id ?? null,
        deviceId: before?.device?.id ?? null,
      };
      return before
        ? update.ask({ params: { panelId, id: before.id }, body })
        : create.ask({ params: { panelId }, body });
    },
    onSaved: onClose,
  });
  const { reaction } = form.values;
  return (
    <SidePanel title={before ? t('editZone') : t('addZone')} onClose={onClose}>
      <EntityForm form={form}>
        <NumberInput {...form.field('number')} min={1} max={999} description={t('zoneNumberHint')} data-autofocus />
        <TextInput {...form.field('name')} maxLength={60} />
        <MultiSelect
          {...form.field('groups')}
          data={(groups.data ?? []).map((one) => ({ value: String(one.number), label: nameOf(one) }))}
          description={t('groupsHint')}
          withAsterisk={false}
        />
        <Select
          {...form.field('detector')}
          data={detectors.map((value) => ({ value, label: t(`values.detector.${value}`) }))}
          allowDeselect={false}
        />
        <Select
          {...form.field('reaction')}
          data={reactions.map((value) => ({ value, label: t(`values.reaction.${value}`) }))}
          allowDeselect={false}
        />
        {!isProtected(reaction as (typeof reactions)[number]) && <Switch {...form.field('bypassable', 'checkbox')} />}
        <TextInput {...form.field('confirmUnit')} maxLength={20} description={t('confirmUnitHint')} />
      </EntityForm>
    </SidePanel>
  );
}
