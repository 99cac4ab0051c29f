import { Select, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useData, useList } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { unitedArabEmirates } from '../common/country.ts';
import { type Structure, structure, structureKinds } from '../common/structure.ts';
import { api, useText } from './api.ts';
import { CountrySelect } from './CountrySelect.tsx';
import { PlacePicker } from './PlacePicker.tsx';
import { StructureSelect } from './StructureSelect.tsx';

/** Gazetteer ids of the cities that a country proposes. Source: 1-core.md §2. */
const defaultCities: Record<number, number> = { [unitedArabEmirates]: 292_223 };
const schema = structure.fields.extend({ countryId: z.number('Required') });
export type StructureValues = z.output<typeof schema>;

type Props = {
  companyId: number;
  /** What is edited; a new structure stands within `parent`, if that is given. */
  before?: Structure;
  parent?: Structure | undefined;
  save(values: StructureValues): Promise<unknown>;
  onSaved?(): void;
  cancelTo: string;
};

/** All that is known of a structure. */
export function StructureForm({ companyId, before, parent, save, onSaved, cancelTo }: Props) {
  const t = useText();
  const around = before ?? parent;
  const countryId = around?.countryId ?? unitedArabEmirates;
  const form = useEntityForm(schema, {
    namespace: 'places',
    initial: {
      name: before?.name ?? '',
      kind: before?.kind ?? (parent ? 'unit' : 'building'),
      countryId,
      cityId: around ? around.cityId : (defaultCities[countryId] ?? null),
      areaId: around?.areaId ?? null,
      address: around?.address ?? '',
      location: around?.location ?? null,
      parentId: before?.parentId ?? parent?.id ?? null,
    },
    save,
    ...(onSaved ? { onSaved } : {}),
  });
  const country = form.values.countryId as number;
  const cityId = form.values.cityId as number | null;
  const dubai = { id: defaultCities[unitedArabEmirates] as number, name: t('dubai') };
  const countries = useData(api.country.all, {}, { staleTime: Number.POSITIVE_INFINITY });
  const cities = useList(api.country.cities, { limit: 10, total: false }, { params: { id: country } });
  const nearby = (
    cities.rows.some((one) => one.id === cityId) ? cities.rows.filter((one) => one.id === cityId) : cities.rows
  ).map((one) => one.location);
  const chooseCountry = (id: number) => {
    form.set('countryId', id);
    if (id !== country) form.set('cityId', defaultCities[id] ?? null);
  };
  return (
    <EntityForm form={form} cancelTo={cancelTo}>
      <TextInput {...form.field('name')} data-autofocus={!before || undefined} />
      <Select
        {...form.field('kind')}
        data={structureKinds.map((value) => ({ value, label: t(`values.kind.${value}`) }))}
        allowDeselect={false}
      />
      <CountrySelect {...form.field('countryId')} onChange={chooseCountry} />
      <SearchSelect
        {...form.field('cityId')}
        key={country}
        of={api.country.cities}
        params={{ id: country }}
        known={cityId === dubai.id ? dubai : around?.city}
      />
      <SearchSelect {...form.field('areaId')} of={api.area.list} params={{ companyId }} known={around?.area} />
      <StructureSelect
        {...form.field('parentId')}
        companyId={companyId}
        known={before?.parent ?? parent}
        except={before?.id}
      />
      <PlacePicker
        value={{ address: form.values.address, location: form.values.location as Structure['location'] }}
        onChange={(place) => {
          form.set('address', place.address);
          form.set('location', place.location);
        }}
        near={nearby}
        country={countries.data?.find((one) => one.id === country)}
        addressName="address"
        addressError={form.field('address').error}
        locationError={form.field('location').error}
      />
    </EntityForm>
  );
}
