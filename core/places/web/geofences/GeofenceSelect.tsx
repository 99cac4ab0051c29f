import type { ComponentProps } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { api } from '../api.ts';

type Props = Omit<ComponentProps<typeof SearchSelect>, 'of' | 'params' | 'filter' | 'known'>;

/** Selects a geofence of the companies that the person works for. */
export function GeofenceSelect(props: Props) {
  const { value = null } = props;
  const chosen = useData(api.geofence.get, { params: { id: value ?? 0 } }, { enabled: value !== null, silent: true });
  return <SearchSelect {...props} of={api.geofence.list} known={chosen.data} />;
}
