import { Input, SegmentedControl, Select, Switch, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction, useList } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { counterModels, directions, counter as entity, type ShownCounter } from '../../common/counter.ts';
import { api, useText } from '../api.ts';
import { GroupSelect } from '../plan/GroupSelect.tsx';

const sources = ['device', 'gate'] as const;
const ways = ['both', ...directions] as const;
const { reversed } = entity.fields.shape;
const schema = z
  .object({
    source: z.enum(sources),
    deviceId: z.number().nullable(),
    gate: requiredText(64).nullable(),
    groupId: z.number('Required'),
    way: z.enum(ways),
    reversed,
  })
  .refine(({ source, deviceId }) => source !== 'device' || deviceId !== null, {
    path: ['deviceId'],
    message: 'Required',
  })
  .refine(({ source, gate }) => source !== 'gate' || gate !== null, { path: ['gate'], message: 'Required' });

type Props = { locationId: number; before: ShownCounter | undefined; onClose(): void };

/** A side panel that adds or changes a counter: what counts which group, and how. */
export function CounterForm({ locationId, before, onClose }: Props) {
  const t = useText();
  const changed = { invalidates: [api.count.get, api.group.list, api.location.get] };
  const create = useAction(api.counter.create, changed);
  const update = useAction(api.counter.update, changed);
  const devices = useCounterDevices(locationId);
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: {
      source: before?.gate ? 'gate' : 'device',
      ...{ deviceId: before?.deviceId ?? null, gate: before?.gate ?? null, groupId: before?.groupId ?? null },
      ...{ way: before?.direction ?? 'both', reversed: before?.reversed ?? false },
    },
    save: ({ source, deviceId, gate, way, ...fields }) => {
      const body = {
        ...fields,
        deviceId: source === 'device' ? deviceId : null,
        gate: source === 'gate' ? gate : null,
        direction: way === 'both' ? null : way,
      };
      return before ? update.ask({ params: { id: before.id }, body }) : create.ask({ body });
    },
    onSaved: onClose,
  });
  const { values } = form;
  // The one that counts now, wherever it is.
  const known = before?.device ? [before.device] : [];
  const offered = [...known, ...devices.filter(({ id }) => id !== before?.deviceId)];
  return (
    <SidePanel title={t(before ? 'counters.edit' : 'counters.add')} onClose={onClose}>
      <EntityForm form={form}>
        <Input.Wrapper label={t('counters.source')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('counters.source')}
            value={values.source}
            onChange={(source) => form.set('source', source)}
            data={sources.map((value) => ({ value, label: t(`counters.sources.${value}`) }))}
          />
        </Input.Wrapper>
        {values.source === 'device' && offered.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('counters.noDevice')}
          </Text>
        )}
        {values.source === 'device' && offered.length > 0 && (
          <Select
            {...form.field('deviceId')}
            withAsterisk
            searchable={offered.length > 10}
            allowDeselect={false}
            value={values.deviceId === null ? null : String(values.deviceId)}
            data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => form.set('deviceId', id === null ? null : Number(id))}
          />
        )}
        {values.source === 'gate' && (
          <TextInput {...form.field('gate')} withAsterisk maxLength={64} description={t('counters.gateHint')} />
        )}
        <GroupSelect
          {...form.field('groupId')}
          locationId={locationId}
          value={values.groupId}
          allowDeselect={false}
          onChange={(groupId) => groupId !== null && form.set('groupId', groupId)}
        />
        <Select
          {...form.field('way')}
          description={t('counters.wayHint')}
          data={ways.map((value) => ({ value, label: t(`values.direction.${value}`) }))}
          allowDeselect={false}
        />
        <Switch {...form.field('reversed', 'checkbox')} description={t('counters.reversedHint')} />
      </EntityForm>
    </SidePanel>
  );
}

/** The devices of a car park that count vehicles, as far as the reader may see devices. */
function useCounterDevices(locationId: number) {
  const enabled = usePermitted(api.device.list.route.access);
  const filter = { structureId: [locationId], hardwareId: counterModels, state: ['installed'] };
  return useList(api.device.list, { filter, limit: 100, total: false, sort: { name: 'asc' } }, { enabled }).rows;
}
