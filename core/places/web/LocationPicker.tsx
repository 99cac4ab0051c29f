import { Group, NumberInput, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { location } from '#platform/common/validation.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { useText } from './api.ts';
import { useMapTexts } from './map-texts.ts';

type Props = {
  value: Location | null;
  /** Where the map looks while nothing is chosen. */
  near?: readonly Location[];
  onChange(next: Location | null): void;
};

/** A place on the map: typed as coordinates, or clicked. */
export function LocationPicker({ value, near = [], onChange }: Props) {
  const t = useText();
  const texts = useMapTexts();
  return (
    <Stack gap="xs">
      <Group grow gap="xs">
        <Coordinates value={value} onChange={onChange} />
      </Group>
      <WorldMap label={t('map.pick')} texts={texts} focus={value ? [value] : near} pin={value} onPick={onChange} />
      <Text size="xs" c="dimmed">
        {t('map.pickHint')}
      </Text>
    </Stack>
  );
}

type Typed = number | string;

/** Latitude and longitude; a place is told once both are there. */
function Coordinates({ value, onChange }: { value: Location | null; onChange(next: Location | null): void }) {
  const t = useText();
  const kit = useKitText();
  const [lat, setLat] = useState<Typed>(value?.lat ?? '');
  const [lng, setLng] = useState<Typed>(value?.lng ?? '');
  useEffect(() => {
    if (!value) return;
    setLat(value.lat);
    setLng(value.lng);
  }, [value]);
  const tell = (nextLat: Typed, nextLng: Typed) => {
    const typed = location().safeParse({ lat: nextLat, lng: nextLng });
    if (typed.success) onChange(typed.data);
    // Half a place, or one that is nowhere, is none: its field says what is wrong.
    else if (value !== null || (nextLat === '' && nextLng === '')) onChange(null);
  };
  const common = { decimalScale: 6, hideControls: true, dir: 'ltr', clampBehavior: 'none' } as const;
  const faultOf = (part: Typed, other: Typed, most: number) => {
    if (part === '') return other === '' ? undefined : kit('validation.Required');
    return typeof part === 'number' && Math.abs(part) <= most ? undefined : kit('validation.outOfRange');
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
          tell(next, lng);
        }}
      />
      <NumberInput
        {...common}
        label={t('map.lng')}
        value={lng}
        error={faultOf(lng, lat, 180)}
        onChange={(next) => {
          setLng(next);
          tell(lat, next);
        }}
      />
    </>
  );
}
