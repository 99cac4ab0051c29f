import { Group, NumberInput, Text, TextInput } from '@mantine/core';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { maxSeries, namesOfSeries, spaceSeries } from '../../common/space.ts';
import type { Structure } from '../../common/structure.ts';
import { api, useText } from '../api.ts';
import { SpaceFields } from './SpaceFields.tsx';

/** A side panel that creates numbered spaces, all of them or none. */
export function SeriesPanel({ structure, onClose }: { structure: Structure; onClose(): void }) {
  const t = useText();
  const { number } = useFormats();
  const params = { companyId: structure.companyId, id: structure.id };
  const create = useAction(api.space.createSeries, { invalidates: [api.structure.get, api.space.list] });
  const form = useEntityForm(spaceSeries, {
    namespace: 'places',
    initial: { kind: 'bay', floorId: null, parentId: null, capacity: null, prefix: '', from: 1, to: 10, digits: 3 },
    save: (body) => create.ask({ params, body }),
    onSaved: onClose,
  });
  const [from, to, digits] = [form.values.from, form.values.to, form.values.digits].map(Number) as [
    number,
    number,
    number,
  ];
  const isComplete = to >= from && to - from < maxSeries && digits >= 1 && digits <= 6;
  const names = isComplete ? namesOfSeries({ prefix: String(form.values.prefix), from, to, digits }) : [];
  return (
    <SidePanel title={t('spaces.addSeries')} onClose={onClose}>
      <EntityForm form={form}>
        <SpaceFields structure={structure} form={form} />
        <TextInput {...form.field('prefix')} dir="ltr" data-autofocus />
        <Group grow align="flex-start">
          <NumberInput {...form.field('from')} min={0} allowDecimal={false} hideControls />
          <NumberInput {...form.field('to')} min={0} allowDecimal={false} hideControls />
          <NumberInput {...form.field('digits')} min={1} max={6} allowDecimal={false} hideControls />
        </Group>
        <Text size="sm" c="dimmed" role="status">
          {names.length > 0 && t('spaces.seriesOf', { count: names.length, shown: number(names.length) })}{' '}
          <bdi dir="ltr">{names.length > 1 ? `${names[0]} … ${names.at(-1)}` : names[0]}</bdi>
        </Text>
      </EntityForm>
    </SidePanel>
  );
}
