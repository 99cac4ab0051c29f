import { Autocomplete } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { iconSizes } from '#platform/web/theme.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { useText } from './api.ts';
import { useCities } from './use-cities.ts';

/** Finds a city by its name, so that a map can look there. */
export function PlaceSearch({ onFound }: { onFound(at: Location): void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const cities = useCities(typed, null);
  return (
    <Autocomplete
      label={t('map.search')}
      leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
      data={[...new Set(cities.map((one) => one.label))]}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        const city = cities.find((one) => one.label === text);
        if (city) onFound(city.location);
      }}
      filter={({ options }) => options}
      // Enter chooses a city here; it must not send the form around.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      maxLength={100}
    />
  );
}
