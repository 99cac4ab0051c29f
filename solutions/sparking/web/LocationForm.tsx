import { Input, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import { unitedArabEmirates } from '#core/countries/common/defaults.ts';
import { CountryAndCity } from '#core/countries/web/parts.tsx';
import { structure } from '#core/places/common/structure.ts';
import { LocationPicker, StructureSelect } from '#core/places/web/parts.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { TimeField } from '#platform/web/ui/input/TimeField.tsx';
import { countModes, location, locationTypes, type ShownLocation } from '../common/location.ts';
import { useText } from './api.ts';
import { OpeningInput } from './OpeningInput.tsx';

const { name, countryId, cityId, location: place } = structure.fields.shape;
const schema = z
  .object({ ...location.fields.shape, structureId: z.number().nullable(), name: z.string() })
  .extend({ countryId, cityId, location: place });
export type LocationValues = z.output<typeof schema>;

type Props = {
  companyId: number;
  before?: ShownLocation;
  save(values: LocationValues): Promise<unknown>;
  cancelTo: string;
};

/** The form of a car park. A new one is at a structure that is there, or at a new one on the map. */
export function LocationForm({ companyId, before, save, cancelTo }: Props) {
  const t = useText();
  const form = useEntityForm(before ? schema.extend({ name }) : schema, {
    namespace: 'sparking',
    initial: {
      structureId: null,
      name: before?.name ?? '',
      countryId: unitedArabEmirates,
      cityId: null,
      location: null,
      publicNameEn: before?.publicNameEn ?? null,
      publicNameAr: before?.publicNameAr ?? null,
      type: before?.type ?? 'surface',
      countMode: before?.countMode ?? 'slots',
      capacityDeclared: before?.capacityDeclared ?? null,
      maxHeightCm: before?.maxHeightCm ?? null,
      feeEn: before?.feeEn ?? null,
      feeAr: before?.feeAr ?? null,
      notes: before?.notes ?? null,
      almostFullPct: before?.almostFullPct ?? 90,
      fullPct: before?.fullPct ?? 98,
      stuckHours: before?.stuckHours ?? 72,
      ghostSeconds: before?.ghostSeconds ?? 60,
      quietAt: before?.quietAt ?? null,
      schedule: before?.schedule ?? null,
      forecast: before?.forecast ?? true,
      public: before?.public ?? false,
      publicSlots: before?.publicSlots ?? false,
    },
    save,
  });
  const isNew = !before && form.values.structureId === null;
  return (
    <EntityForm form={form} cancelTo={cancelTo}>
      {!before && (
        <Input.Wrapper description={t('structureHint')} inputWrapperOrder={['input', 'description']}>
          <StructureSelect {...form.field('structureId')} companyId={companyId} />
        </Input.Wrapper>
      )}
      {(before || isNew) && <TextInput {...form.field('name')} withAsterisk />}
      {isNew && (
        <>
          <CountryAndCity country={form.field('countryId')} city={form.field('cityId')} />
          <Input.Wrapper label={t('fields.location')} labelElement="div">
            <LocationPicker value={form.values.location} onChange={(to) => form.set('location', to)} />
          </Input.Wrapper>
        </>
      )}
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
