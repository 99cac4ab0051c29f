import { Autocomplete, Input, NumberInput, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import { LocationPicker } from '#core/places/web/parts.tsx';
import { unitSuffix } from '#platform/common/text/with-unit.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { point, type ShownPoint, usualRadius } from '../../common/points/point.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const { shape } = point.fields;
/** Empty texts are none. */
const schema = point.fields.extend({
  category: z.union([z.literal('').transform(() => null), shape.category]),
  location: shape.location.nullable().refine((at) => at !== null, 'Required'),
  phone: z.union([z.literal('').transform(() => null), shape.phone]),
});

/** A side panel that adds or changes a point of interest. */
export function PointForm({ before, onClose }: { before: ShownPoint | undefined; onClose(): void }) {
  const t = useText();
  const categories = useData(api.point.categories, {}, { silent: true });
  const create = useAction(api.point.create);
  const update = useAction(api.point.update);
  const form = useEntityForm(schema, {
    namespace: 'fleet',
    initial: {
      name: before?.name ?? '',
      category: before?.category ?? '',
      location: before?.location ?? null,
      radius: before?.radius ?? usualRadius,
      address: before?.address ?? '',
      phone: before?.phone ?? '',
      openingHours: before?.openingHours ?? '',
      notes: before?.notes ?? '',
    },
    async save({ location, ...rest }) {
      // The schema has refused a form without one.
      if (location === null) return;
      const body = { ...rest, location };
      await (before ? update.ask({ params: { id: before.id }, body }) : create.ask({ body }));
    },
    onSaved: onClose,
  });
  return (
    <SidePanel title={t(before ? 'editPoint' : 'addPoint')} onClose={onClose} wide>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} data-autofocus />
        <Autocomplete
          {...form.field('category')}
          value={form.values.category ?? ''}
          data={(categories.data ?? []).map(({ value }) => value)}
        />
        <Input.Wrapper label={t('columns.location')} labelElement="div" error={form.errorAt('location')} withAsterisk>
          <LocationPicker value={form.values.location} onChange={(at) => form.set('location', at)} />
        </Input.Wrapper>
        <NumberInput
          {...form.field('radius')}
          description={t('radiusHint')}
          min={20}
          max={2000}
          allowDecimal={false}
          suffix={unitSuffix('m')}
        />
        <Textarea {...form.field('address')} autosize minRows={2} />
        <TextInput {...form.field('phone')} type="tel" dir="ltr" value={form.values.phone ?? ''} />
        <TextInput {...form.field('openingHours')} />
        <Textarea {...form.field('notes')} autosize minRows={2} />
      </EntityForm>
    </SidePanel>
  );
}
