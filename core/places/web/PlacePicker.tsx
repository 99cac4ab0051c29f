import { Autocomplete, Input, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Location } from '#platform/web/ui/map/location.ts';
import { useText } from './api.ts';
import { LocationPicker } from './LocationPicker.tsx';
import { useCities } from './use-cities.ts';

/** Source: 1-core.md §2: a place picker's result. The code is that of the country around the place, if it is known. */
export type Place = { address: string; location: Location | null; countryCode: string | null };
type Props = {
  value: Omit<Place, 'countryCode'>;
  onChange(place: Place): void;
  /** Where the map looks while nothing is chosen. */
  near?: readonly Location[];
  /** The place must lie in this country: its id for the search, its two-letter code for the check. */
  country: { id: number; shortCode: string } | undefined;
  addressError?: unknown;
  addressName?: string;
  locationError?: unknown;
};

/** An address, and the place on the map: searched, typed as coordinates, or clicked. */
export function PlacePicker({ value, onChange, near = [], country, addressError, addressName, locationError }: Props) {
  const t = useText();
  const [elsewhere, setElsewhere] = useState(false);
  const cities = useCities(value.address, country);
  const code = country?.shortCode;
  const choose = async (location: Location, address = value.address) => {
    const { wrong, countryCode } = await judged(location, code);
    setElsewhere(wrong);
    if (!wrong) onChange({ address, location, countryCode });
  };
  // A place that was right may lie elsewhere once the country is another.
  const judgeAgain = useEffectEvent(async (wanted: string) => {
    if (!value.location) return setElsewhere(false);
    const { wrong } = await judged(value.location, wanted);
    setElsewhere(wrong);
    if (wrong) onChange({ ...value, location: null, countryCode: null });
  });
  useEffect(() => {
    if (code) void judgeAgain(code);
  }, [code]);
  const search = (text: string) => {
    const city = cities.find((one) => one.label === text);
    if (city) void choose(city.location, text);
    else onChange({ ...value, address: text, countryCode: code ?? null });
  };
  return (
    <Stack gap="md">
      <Autocomplete
        label={t('fields.address')}
        name={addressName}
        error={addressError as string | undefined}
        data={[...new Set(cities.map((one) => one.label))]}
        value={value.address}
        onChange={search}
        filter={({ options }) => options}
        maxLength={300}
      />
      <Input.Wrapper
        label={t('fields.location')}
        labelElement="div"
        error={elsewhere ? t('map.invalidPlace') : (locationError as string | undefined)}
      >
        <LocationPicker
          value={value.location}
          near={near}
          onChange={(next) =>
            next ? void choose(next) : onChange({ ...value, location: null, countryCode: code ?? null })
          }
        />
      </Input.Wrapper>
    </Stack>
  );
}

async function judged(location: Location, code: string | undefined) {
  const [{ worldCountries }, { countryAt, liesElsewhere }] = await Promise.all([
    import('#platform/web/ui/map/world.ts'),
    import('#platform/common/country-at.ts'),
  ]);
  const world = await worldCountries();
  return {
    wrong: code !== undefined && liesElsewhere(world, location, code),
    countryCode: countryAt(world, location) ?? code ?? null,
  };
}
