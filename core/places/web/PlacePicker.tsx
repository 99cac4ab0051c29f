import { Autocomplete, Input, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useList } from '#platform/web/client/hooks.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { api, useText } from './api.ts';
import { LocationPicker } from './LocationPicker.tsx';

export type Place = { address: string; location: Location | null };
type Props = {
  value: Place;
  onChange(place: Place): void;
  /** Where the map looks while nothing is chosen. */
  near?: readonly Location[];
  /** The place must lie in this country: its id for the search, its two-letter code for the check. */
  country: { id: number; shortCode: string } | undefined;
  addressError?: unknown;
  addressName?: string;
};

const waitMs = 300;
const shown = 8;

/** An address, and the place on the map: searched, typed as coordinates, or clicked. */
export function PlacePicker({ value, onChange, near = [], country, addressError, addressName }: Props) {
  const t = useText();
  const [elsewhere, setElsewhere] = useState(false);
  const [word] = useDebouncedValue(value.address, waitMs);
  const cities = useList(
    api.country.cities,
    { limit: shown, total: false, search: word },
    { params: { id: country?.id ?? 0 }, enabled: Boolean(country && word.trim()) },
  );
  const choose = async (location: Location, address = value.address) => {
    const wrong = country !== undefined && (await liesElsewhere(location, country.shortCode));
    setElsewhere(wrong);
    if (!wrong) onChange({ address, location });
  };
  const search = (text: string) => {
    const city = cities.rows.find((one) => one.localizedName === text);
    if (city) void choose(city.location, text);
    else onChange({ ...value, address: text });
  };
  return (
    <Stack gap="md">
      <Autocomplete
        label={t('fields.address')}
        name={addressName}
        error={addressError as string | undefined}
        data={[...new Set(word ? cities.rows.map((one) => one.localizedName) : [])]}
        value={value.address}
        onChange={search}
        filter={({ options }) => options}
        maxLength={300}
      />
      <Input.Wrapper label={t('fields.location')} labelElement="div" error={elsewhere ? t('map.invalidPlace') : null}>
        <LocationPicker
          value={value.location}
          near={near}
          onChange={(next) => (next ? void choose(next) : onChange({ ...value, location: null }))}
        />
      </Input.Wrapper>
    </Stack>
  );
}

async function liesElsewhere(location: Location, code: string): Promise<boolean> {
  const { countryAt } = await import('#platform/web/ui/map/world.ts');
  const found = await countryAt(location);
  return found !== null && found !== code;
}
