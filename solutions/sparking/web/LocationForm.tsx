import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import { structure } from '#core/places/common/structure.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { TimeField } from '#platform/web/ui/input/TimeField.tsx';
import { countModes, location, locationTypes, type ShownLocation } from '../common/location.ts';
import { useText } from './api.ts';
import { OpeningInput } from './OpeningInput.tsx';

const schema = z.object({ ...location.fields.shape, name: structure.fields.shape.name });
export type LocationValues = z.output<typeof schema>;

type Props = { before: ShownLocation; save(values: LocationValues): Promise<unknown>; cancelTo: string };

/** The form of a car park. */
export function LocationForm({ before, save, cancelTo }: Props) {
  const t = useText();
  const form = useEntityForm(schema, {
    namespace: 'sparking',
    initial: {
      name: before.name,
      publicNameEn: before.publicNameEn ?? '',
      publicNameAr: before.publicNameAr ?? '',
      type: before.type,
      countMode: before.countMode,
      capacityDeclared: before.capacityDeclared ?? '',
      maxHeightCm: before.maxHeightCm ?? '',
      feeEn: before.feeEn ?? '',
      feeAr: before.feeAr ?? '',
      notes: before.notes ?? '',
      almostFullPct: before.almostFullPct,
      fullPct: before.fullPct,
      stuckHours: before.stuckHours,
      ghostSeconds: before.ghostSeconds,
      quietAt: before.quietAt,
      schedule: before.schedule,
      forecast: before.forecast,
      public: before.public,
      publicSlots: before.publicSlots,
    },
    save,
  });
  return (
    <EntityForm form={form} cancelTo={cancelTo}>
      <TextInput {...form.field('name')} />
      <Select
        {...form.field('type')}
        data={locationTypes.map((value) => ({ value, label: t(`values.type.${value}`) }))}
        allowDeselect={false}
      />
      <Select
        {...form.field('countMode')}
        data={countModes.map((value) => ({ value, label: t(`values.countMode.${value}`) }))}
        allowDeselect={false}
      />
      <NumberInput {...form.field('capacityDeclared')} min={1} max={100_000} hideControls />
      <NumberInput {...form.field('maxHeightCm')} min={150} max={600} hideControls />
      <OpeningInput
        name="schedule"
        label={t('columns.schedule')}
        zone={before.zone}
        value={form.values.schedule}
        error={form.field('schedule').error}
        onChange={(schedule) => form.set('schedule', schedule)}
      />
      <TextInput {...form.field('feeEn')} />
      <TextInput {...form.field('feeAr')} />
      <TextInput {...form.field('publicNameEn')} />
      <TextInput {...form.field('publicNameAr')} />
      <Switch {...form.field('public', 'checkbox')} />
      {form.values.public && <Switch {...form.field('publicSlots', 'checkbox')} />}
      <NumberInput {...form.field('almostFullPct')} min={50} max={99} suffix="%" hideControls />
      <NumberInput {...form.field('fullPct')} min={50} max={100} suffix="%" hideControls />
      <NumberInput {...form.field('stuckHours')} min={2} max={1440} hideControls />
      <NumberInput {...form.field('ghostSeconds')} min={0} max={300} hideControls />
      {form.values.countMode !== 'slots' && (
        <TimeField
          {...form.field('quietAt')}
          description={t('quietHint')}
          value={form.values.quietAt ?? ''}
          onChange={(quietAt) => form.set('quietAt', quietAt || null)}
        />
      )}
      <Switch {...form.field('forecast', 'checkbox')} />
      <Textarea {...form.field('notes')} autosize minRows={2} />
    </EntityForm>
  );
}
