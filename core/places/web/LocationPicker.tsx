import { Group, NumberInput, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { location } from '#platform/common/validation/validation.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { useText } from './api.ts';

type Props = {
  value: Location | null;
  /** The part of the world that the map shows without a value. */
  near?: readonly Location[];
  onChange(next: Location | null): void;
};

/** Selects a location by coordinates or by a click on the map. */
export function LocationPicker({ value, near = [], onChange }: Props) {
  const t = useText();
  const cities = useLargestCities();
  return (
    <Stack gap="xs">
      <Group grow gap="xs">
        <Coordinates value={value} onChange={onChange} />
      </Group>
      <WorldMap label={t('map.pick')} cities={cities} focus={value ? [value] : near} pin={value} onPick={onChange} />
      <Text size="xs" c="dimmed">
        {t('map.pickHint')}
      </Text>
    </Stack>
  );
}

type TypedNumber = number | string;

/** Inputs for latitude and longitude. The value changes when both are valid. */
function Coordinates({ value, onChange }: { value: Location | null; onChange(next: Location | null): void }) {
  const t = useText();
  const kitText = useKitText();
  const [lat, setLat] = useState<TypedNumber>(value?.lat ?? '');
  const [lng, setLng] = useState<TypedNumber>(value?.lng ?? '');
  useEffect(() => {
    if (!value) return;
    setLat(value.lat);
    setLng(value.lng);
  }, [value]);
  const publish = (nextLat: TypedNumber, nextLng: TypedNumber) => {
    const typed = location().safeParse({ lat: nextLat, lng: nextLng });
    if (typed.success) onChange(typed.data);
    // Incomplete or invalid coordinates are not a value; the fields show the error.
    else if (value !== null || (nextLat === '' && nextLng === '')) onChange(null);
  };
  const common = { decimalScale: 6, hideControls: true, dir: 'ltr', clampBehavior: 'none' } as const;
  const faultOf = (part: TypedNumber, other: TypedNumber, max: number) => {
    if (part === '') return other === '' ? undefined : kitText('validation.Required');
    return typeof part === 'number' && Math.abs(part) <= max ? undefined : kitText('validation.outOfRange');
  };
  return (
    <>
      <NumberInput
        {...common}
        label={t('map.lat')}
        value={lat}
        error={faultOf(lat, lng, 90)}
        onChange={(next) => {
          setLat(next);
          publish(next, lng);
        }}
      />
      <NumberInput
        {...common}
        label={t('map.lng')}
        value={lng}
        error={faultOf(lng, lat, 180)}
        onChange={(next) => {
          setLng(next);
          publish(lat, next);
        }}
      />
    </>
  );
}
