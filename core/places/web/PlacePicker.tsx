import { Autocomplete, Button, Group, Input, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Location } from '#platform/web/ui/map/location.ts';
import { useText } from './api.ts';
import { LocationPicker } from './LocationPicker.tsx';
import { useAddressAt } from './use-address-at.ts';
import { useAddresses } from './use-addresses.ts';

/** A place with its address and, if known, the code of its country. */
export type PickedPlace = { address: string; location: Location | null; countryCode: string | null };
type Props = {
  value: Omit<PickedPlace, 'countryCode'>;
  onChange(place: PickedPlace): void;
  /** The part of the world that the map shows without a location. */
  near?: readonly Location[];
  /** The country of the place: its id for the search, its two-letter code for the check. */
  country: { id: number; shortCode: string } | undefined;
  addressError?: unknown;
  addressName?: string;
  locationError?: unknown;
};

/** Selects an address and a location, by search, coordinates or a click on the map. */
export function PlacePicker({ value, onChange, near = [], country, addressError, addressName, locationError }: Props) {
  const t = useText();
  const [outsideCountry, setOutsideCountry] = useState(false);
  const [typed, setTyped] = useState('');
  /** The last address of the search or the map. Any other address was typed and is not replaced. */
  const [suggestedAddress, setSuggestedAddress] = useState('');
  const [offered, setOffered] = useState<string | null>(null);
  /** The location before the point whose address is loading. */
  const [previousLocation, setPreviousLocation] = useState<Location | null>(null);
  const addresses = useAddresses(typed, country);
  const code = country?.shortCode;
  const applyAddress = (address: string) => {
    setSuggestedAddress(address);
    setOffered(null);
    onChange({ ...value, address, countryCode: code ?? null });
  };
  const findAddress = useAddressAt(code, {
    onFound: (address) =>
      value.address === '' || value.address === suggestedAddress ? applyAddress(address) : setOffered(address),
    onElsewhere: () => {
      setOutsideCountry(true);
      onChange({ ...value, location: previousLocation, countryCode: code ?? null });
    },
  });
  const choose = async (location: Location, address = value.address): Promise<boolean> => {
    const { wrong, countryCode } = await checkLocation(location, code);
    setOutsideCountry(wrong);
    setOffered(null);
    if (!wrong) onChange({ address, location, countryCode });
    return !wrong;
  };
  const choosePoint = async (location: Location) => {
    if (!(await choose(location))) return;
    setPreviousLocation(value.location);
    findAddress(location);
  };
  // A change of the country can make the location invalid.
  const checkCountryAgain = useEffectEvent(async (countryCode: string) => {
    if (!value.location) return setOutsideCountry(false);
    const { wrong } = await checkLocation(value.location, countryCode);
    setOutsideCountry(wrong);
    if (wrong) onChange({ ...value, location: null, countryCode: null });
  });
  useEffect(() => {
    if (code) void checkCountryAgain(code);
  }, [code]);
  const search = (text: string) => {
    const place = addresses.find((address) => address.label === text);
    setTyped(place ? '' : text);
    if (!place) return onChange({ ...value, address: text, countryCode: code ?? null });
    setSuggestedAddress(text);
    void choose(place.location, text);
  };
  return (
    <Stack gap="md">
      <Autocomplete
        label={t('fields.address')}
        name={addressName}
        error={addressError as string | undefined}
        data={[...new Set(addresses.map((address) => address.label))]}
        value={value.address}
        onChange={search}
        filter={({ options }) => options}
        renderOption={({ option }) => <bdi>{option.value}</bdi>}
        maxLength={300}
      />
      <Input.Wrapper
        label={t('fields.location')}
        labelElement="div"
        error={outsideCountry ? t('map.invalidPlace') : (locationError as string | undefined)}
      >
        <LocationPicker
          value={value.location}
          near={near}
          onChange={(next) =>
            next ? void choosePoint(next) : onChange({ ...value, location: null, countryCode: code ?? null })
          }
        />
      </Input.Wrapper>
      <div aria-live="polite">
        {offered !== null && offered !== value.address && (
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              {t('map.addressHere')} <bdi>{offered}</bdi>
            </Text>
            <Button size="compact-sm" variant="light" onClick={() => applyAddress(offered)}>
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
