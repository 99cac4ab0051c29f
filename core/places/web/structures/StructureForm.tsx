import { NumberInput, Select, TextInput } from '@mantine/core';
import { z } from 'zod';
import { defaultCityOf, unitedArabEmirates } from '#core/countries/common/defaults.ts';
import { CountryAndCity, useAround, useCountries } from '#core/countries/web/parts.tsx';
import { companyZone } from '#platform/web/i18n/formats.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { TimeZoneSelect } from '#platform/web/ui/input/TimeZoneSelect.tsx';
import { type Structure, structure, structureKinds } from '../../common/structure.ts';
import { api, useText } from '../api.ts';
import { PlacePicker } from '../PlacePicker.tsx';
import { StructureSelect } from './StructureSelect.tsx';

const schema = structure.fields.extend({ countryId: z.number('Required') });
export type StructureValues = z.output<typeof schema>;

type Props = {
  companyId: number;
  /** The structure to edit. A new structure is created within `parent`, if given. */
  before?: Structure;
  parent?: Structure | undefined;
  save(values: StructureValues): Promise<unknown>;
  onSaved?(): void;
  cancelTo: string;
};

/** The form of a structure. */
export function StructureForm({ companyId, before, parent, save, onSaved, cancelTo }: Props) {
  const t = useText();
  const defaults = before ?? parent;
  const countryId = defaults?.countryId ?? unitedArabEmirates;
  const form = useEntityForm(schema, {
    namespace: 'places',
    initial: {
      name: before?.name ?? '',
      kind: before?.kind ?? (parent ? 'unit' : 'building'),
      countryId,
      cityId: defaults ? defaults.cityId : defaultCityOf(countryId),
      areaId: defaults?.areaId ?? null,
      address: defaults?.address ?? '',
      location: defaults?.location ?? null,
      parentId: before?.parentId ?? parent?.id ?? null,
      grossArea: before?.grossArea ?? null,
      timeZone: before?.timeZone ?? null,
    },
    save,
    ...(onSaved ? { onSaved } : {}),
  });
  const country = form.values.countryId as number;
  const countries = useCountries();
  const nearby = useAround(country, form.values.cityId as number | null);
  return (
    <EntityForm form={form} cancelTo={cancelTo}>
      <TextInput {...form.field('name')} data-autofocus={!before || undefined} />
      <Select
        {...form.field('kind')}
        data={structureKinds.map((value) => ({ value, label: t(`values.kind.${value}`) }))}
        allowDeselect={false}
      />
      <CountryAndCity country={form.field('countryId')} city={{ ...form.field('cityId'), known: defaults?.city }} />
      <SearchSelect {...form.field('areaId')} of={api.area.list} params={{ companyId }} known={defaults?.area} />
      <StructureSelect
        {...form.field('parentId')}
        companyId={companyId}
        known={before?.parent ?? parent}
        except={before?.id}
      />
      <NumberInput
        {...form.field('grossArea')}
        min={0}
        suffix={t('squareMetres', { area: '' })}
        thousandSeparator=","
        hideControls
      />
      <TimeZoneSelect
        {...form.field('timeZone')}
        description={t('timeZoneHint')}
        placeholder={before?.zone ?? parent?.zone ?? companyZone()}
        clearable
      />
      <PlacePicker
        value={{ address: form.values.address, location: form.values.location as Structure['location'] }}
        onChange={(place) => {
          form.set('address', place.address);
          form.set('location', place.location);
        }}
        near={nearby}
        country={countries.all.find((candidate) => candidate.id === country)}
        addressName="address"
        addressError={form.field('address').error}
        locationError={form.field('location').error}
      />
    </EntityForm>
  );
}
