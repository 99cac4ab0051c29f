import { Divider, Group, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { ForCompany, StructureSelect } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { propulsions, type StoredVehicle, vehicle, vehicleTypes } from '../../common/vehicle/vehicle.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { PermitsInput } from './PermitsInput.tsx';
import { PlateInput } from './PlateInput.tsx';

const { shape } = vehicle.fields;
/** Empty texts and days are none. */
const orNone = <Field extends z.ZodType>(field: Field) => z.union([z.literal('').transform(() => null), field]);
const schema = vehicle.fields.extend({
  vin: orNone(shape.vin),
  make: orNone(shape.make),
  model: orNone(shape.model),
  registrationNo: orNone(shape.registrationNo),
  registrationExpires: orNone(shape.registrationExpires),
  insurer: orNone(shape.insurer),
  policyNo: orNone(shape.policyNo),
  insuranceExpires: orNone(shape.insuranceExpires),
});

type Named = { id: number; name: string };
type Before = StoredVehicle & { structure: Named | null; usualDriver: Named | null };
const newPlate = { country: 'AE', emirate: null, category: null, number: '' } as const;

const initialOf = (before: Before | undefined) => ({
  name: before?.name ?? '',
  structureId: before?.structureId ?? null,
  usualDriverId: before?.usualDriverId ?? null,
  plate: before?.plate ?? newPlate,
  vin: before?.vin ?? '',
  type: before?.type ?? 'van',
  make: before?.make ?? '',
  model: before?.model ?? '',
  year: before?.year ?? null,
  propulsion: before?.propulsion ?? 'diesel',
  tankLitres: before?.tankLitres ?? null,
  batteryKwh: before?.batteryKwh ?? null,
  speedLimit: before?.speedLimit ?? null,
  registrationNo: before?.registrationNo ?? '',
  registrationExpires: before?.registrationExpires ?? '',
  insurer: before?.insurer ?? '',
  policyNo: before?.policyNo ?? '',
  insuranceExpires: before?.insuranceExpires ?? '',
  permits: before?.permits ?? [],
});

/** A side panel that adds or changes a vehicle. */
export function VehicleForm({ before, onClose }: { before: Before | undefined; onClose(): void }) {
  const t = useText();
  const create = useAction(api.vehicle.create);
  const update = useAction(api.vehicle.update);
  const form = useEntityForm(schema, {
    namespace: 'fleet',
    initial: initialOf(before),
    save: (body) => (before ? update.ask({ params: { id: before.id }, body }) : create.ask({ body })),
    onSaved: onClose,
  });
  const { propulsion } = form.values;
  const number = (name: 'year' | 'tankLitres' | 'batteryKwh' | 'speedLimit') => (
    <NumberInput {...form.field(name)} value={form.values[name] ?? ''} allowDecimal={false} thousandSeparator={false} />
  );
  const text = (name: 'vin' | 'make' | 'model' | 'registrationNo' | 'insurer' | 'policyNo') => (
    <TextInput {...form.field(name)} {...(name === 'vin' ? { dir: 'ltr' } : {})} />
  );
  const day = (name: 'registrationExpires' | 'insuranceExpires') => (
    <DayInput {...form.field(name)} value={form.values[name] ?? ''} clearable />
  );
  return (
    <SidePanel title={before ? t('editVehicle') : t('addVehicle')} onClose={onClose} wide>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} data-autofocus />
        <PlateInput
          label={t('columns.plate')}
          value={form.values.plate}
          onChange={(plate) => form.set('plate', plate)}
          errorAt={form.errorAt}
        />
        <ForCompany>
          {(companyId) => (
            <StructureSelect
              {...form.field('structureId')}
              companyId={companyId}
              known={before?.structure ?? undefined}
            />
          )}
        </ForCompany>
        <Text size="sm" c="dimmed">
          {t('baseHint')}
        </Text>
        <SearchSelect {...form.field('usualDriverId')} of={api.driver.list} known={before?.usualDriver ?? undefined} />
        <Group grow align="start">
          <Select
            {...form.field('type')}
            data={vehicleTypes.map((value) => ({ value, label: t(`values.type.${value}`) }))}
            allowDeselect={false}
          />
          <Select
            {...form.field('propulsion')}
            data={propulsions.map((value) => ({ value, label: t(`values.propulsion.${value}`) }))}
            allowDeselect={false}
          />
        </Group>
        <Group grow align="start">
          {propulsion !== 'electric' && number('tankLitres')}
          {(propulsion === 'electric' || propulsion === 'hybrid') && number('batteryKwh')}
          {number('speedLimit')}
        </Group>
        <Group grow align="start">
          {text('make')}
          {text('model')}
          {number('year')}
        </Group>
        {text('vin')}
        <Divider label={t('papers')} labelPosition="left" />
        <Group grow align="start">
          {text('registrationNo')}
          {day('registrationExpires')}
        </Group>
        {text('insurer')}
        <Group grow align="start">
          {text('policyNo')}
          {day('insuranceExpires')}
        </Group>
        <PermitsInput
          label={t('columns.permits')}
          value={form.values.permits}
          onChange={(permits) => form.set('permits', permits)}
          errorAt={form.errorAt}
        />
      </EntityForm>
    </SidePanel>
  );
}
