import { Autocomplete } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { iconSizes } from '#platform/web/theme.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { useText } from './api.ts';
import { useAddresses } from './use-addresses.ts';

/** Searches an address or a city, to move a map there. */
export function PlaceSearch({ onFound }: { onFound(at: Location): void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const addresses = useAddresses(typed, null);
  return (
    <Autocomplete
      label={t('map.search')}
      leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
      data={[...new Set(addresses.map((address) => address.label))]}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        const place = addresses.find((address) => address.label === text);
        if (place) onFound(place.location);
      }}
      filter={({ options }) => options}
      renderOption={({ option }) => <bdi>{option.value}</bdi>}
      // Enter selects a place and must not submit the surrounding form.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      maxLength={200}
    />
  );
}
