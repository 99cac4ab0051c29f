import { Autocomplete, Group, Input, NumberInput, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useList } from '#platform/web/client/hooks.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { api, useText } from './api.ts';
import { useMapTexts } from './map-texts.ts';

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
  const texts = useMapTexts();
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
        <Stack gap="xs">
          <Group grow gap="xs">
            <Coordinates
              value={value.location}
              onChange={(next) => (next ? void choose(next) : onChange({ ...value, location: null }))}
            />
          </Group>
          <WorldMap
            label={t('map.pick')}
            texts={texts}
            focus={value.location ? [value.location] : near}
            pin={value.location}
            onPick={(at) => void choose(at)}
          />
          <Text size="xs" c="dimmed">
            {t('map.pickHint')}
          </Text>
        </Stack>
      </Input.Wrapper>
    </Stack>
  );
}

async function liesElsewhere(location: Location, code: string): Promise<boolean> {
  const { countryAt } = await import('#platform/web/ui/map/world.ts');
  const found = await countryAt(location);
  return found !== null && found !== code;
}

type Typed = number | string;

/** Latitude and longitude; a place is told once both are there. */
function Coordinates({ value, onChange }: { value: Location | null; onChange(next: Location | null): void }) {
  const t = useText();
  const [lat, setLat] = useState<Typed>(value?.lat ?? '');
  const [lng, setLng] = useState<Typed>(value?.lng ?? '');
  useEffect(() => {
    if (!value) return;
    setLat(value.lat);
    setLng(value.lng);
  }, [value]);
  const tell = (nextLat: Typed, nextLng: Typed) => {
    if (typeof nextLat === 'number' && typeof nextLng === 'number') onChange({ lat: nextLat, lng: nextLng });
    else if (nextLat === '' && nextLng === '') onChange(null);
  };
  const common = { decimalScale: 6, hideControls: true, dir: 'ltr' } as const;
  return (
    <>
      <NumberInput
        {...common}
        label={t('map.lat')}
        value={lat}
        min={-90}
        max={90}
        onChange={(next) => {
          setLat(next);
          tell(next, lng);
        }}
      />
      <NumberInput
        {...common}
        label={t('map.lng')}
        value={lng}
        min={-180}
        max={180}
        onChange={(next) => {
          setLng(next);
          tell(lat, next);
        }}
      />
    </>
  );
}
