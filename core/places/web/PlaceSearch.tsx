import { Autocomplete } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { iconSizes } from '#platform/web/theme.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { useText } from './api.ts';
import { useAddresses } from './use-addresses.ts';

/** Finds an address or a city, so that a map can look there. */
export function PlaceSearch({ onFound }: { onFound(at: Location): void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const found = useAddresses(typed, null);
  return (
    <Autocomplete
      label={t('map.search')}
      leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
      data={[...new Set(found.map((one) => one.label))]}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        const place = found.find((one) => one.label === text);
        if (place) onFound(place.location);
      }}
      filter={({ options }) => options}
      renderOption={({ option }) => <bdi>{option.value}</bdi>}
      // Enter chooses a place here; it must not send the form around.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      maxLength={200}
    />
  );
}
