import { Autocomplete, Button, Group, Input, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Location } from '#platform/web/ui/map/location.ts';
import { useText } from './api.ts';
import { LocationPicker } from './LocationPicker.tsx';
import { useAddressAt } from './use-address-at.ts';
import { useAddresses } from './use-addresses.ts';

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
  const [typed, setTyped] = useState('');
  /** What the search or the map said; any other address was written by a person, and is not written over. */
  const [given, setGiven] = useState('');
  const [offered, setOffered] = useState<string | null>(null);
  /** Where it was before the point that waits for its address. */
  const [before, setBefore] = useState<Location | null>(null);
  const found = useAddresses(typed, country);
  const code = country?.shortCode;
  const give = (address: string) => {
    setGiven(address);
    setOffered(null);
    onChange({ ...value, address, countryCode: code ?? null });
  };
  const askAddress = useAddressAt(code, {
    onFound: (address) => (value.address === '' || value.address === given ? give(address) : setOffered(address)),
    onElsewhere: () => {
      setElsewhere(true);
      onChange({ ...value, location: before, countryCode: code ?? null });
    },
  });
  const choose = async (location: Location, address = value.address): Promise<boolean> => {
    const { wrong, countryCode } = await checkLocation(location, code);
    setElsewhere(wrong);
    setOffered(null);
    if (!wrong) onChange({ address, location, countryCode });
    return !wrong;
  };
  const put = async (location: Location) => {
    if (!(await choose(location))) return;
    setBefore(value.location);
    askAddress(location);
  };
  // A place that was right may lie elsewhere once the country is another.
  const authorizeAgain = useEffectEvent(async (wanted: string) => {
    if (!value.location) return setElsewhere(false);
    const { wrong } = await checkLocation(value.location, wanted);
    setElsewhere(wrong);
    if (wrong) onChange({ ...value, location: null, countryCode: null });
  });
  useEffect(() => {
    if (code) void authorizeAgain(code);
  }, [code]);
  const search = (text: string) => {
    const place = found.find((one) => one.label === text);
    setTyped(place ? '' : text);
    if (!place) return onChange({ ...value, address: text, countryCode: code ?? null });
    setGiven(text);
    void choose(place.location, text);
  };
  return (
    <Stack gap="md">
      <Autocomplete
        label={t('fields.address')}
        name={addressName}
        error={addressError as string | undefined}
        data={[...new Set(found.map((one) => one.label))]}
        value={value.address}
        onChange={search}
        filter={({ options }) => options}
        renderOption={({ option }) => <bdi>{option.value}</bdi>}
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
            next ? void put(next) : onChange({ ...value, location: null, countryCode: code ?? null })
          }
        />
      </Input.Wrapper>
      <div aria-live="polite">
        {offered !== null && offered !== value.address && (
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              {t('map.addressHere')} <bdi>{offered}</bdi>
            </Text>
            <Button size="compact-sm" variant="light" onClick={() => give(offered)}>
              {t('map.takeAddress')}
            </Button>
          </Group>
        )}
      </div>
    </Stack>
  );
}

async function checkLocation(location: Location, code: string | undefined) {
  const [{ worldCountries }, { countryAt, isInOtherCountry }] = await Promise.all([
    import('#platform/web/ui/map/world.ts'),
    import('#platform/common/country-at.ts'),
  ]);
  const world = await worldCountries();
  return {
    wrong: code !== undefined && isInOtherCountry(world, location, code),
    countryCode: countryAt(world, location) ?? code ?? null,
  };
}
