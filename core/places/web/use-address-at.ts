import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { searchMs } from '#platform/common/list.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { siteSettings } from '#platform/web/site-settings.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { api } from './api.ts';

type AddressListeners = { onFound(address: string): void; onElsewhere(): void };

/**
 * Requests the address of a point after a short delay, if there is a geocoder. Only the last point is reported:
 * its address, or that it is outside the country of the code.
 */
export function useAddressAt(
  country: string | undefined,
  { onFound, onElsewhere }: AddressListeners,
): (at: Location) => void {
  const [point, setPoint] = useState<Location | null>(null);
  const [rested] = useDebouncedValue(point, searchMs);
  const { data, error } = useData(
    api.address.at,
    { query: { lat: rested?.lat ?? 0, lng: rested?.lng ?? 0, ...(country ? { country } : {}) } },
    { enabled: siteSettings?.geocoder === true && rested !== null, silent: true },
  );
  const report = useEffectEvent(() => {
    if (rested !== point) return;
    setPoint(null);
    if (data?.place) onFound(data.place.address);
    // Other errors leave the point without an address, as without a geocoder.
    if (error instanceof RequestError && error.errors.some(({ msg }) => msg === 'invalidPlace')) onElsewhere();
  });
  useEffect(() => {
    if (rested && (data || error)) report();
  }, [rested, data, error]);
  return setPoint;
}
