import { useMemo } from 'react';
import type { Device } from '#core/devices/common/device.ts';
import { DeviceLink } from '#core/devices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { type ListPart as AnyListPart, nothingAdded } from '#platform/web/ui/list/added-to-list.ts';
import type { Column } from '#platform/web/ui/list/table/columns.tsx';
import { vehicleAddress } from '../addresses.ts';
import { api } from '../api.ts';

/** In which vehicle trackers are, in the list of devices. One call reads it of all of them. */
export const ListPart: AnyListPart = ({ children }) => {
  const query = useData(api.vehicle.trackers, {}, { silent: true });
  useLive(['devices'], () => void query.refetch(), api.vehicle.trackers.key());
  const columns = useMemo((): Column<Device>[] => {
    const byDevice = new Map((query.data ?? []).map(({ deviceId, vehicle }) => [deviceId, vehicle]));
    const vehicleOf = ({ id }: Device) => byDevice.get(id);
    const addressOf = (device: Device) => {
      const vehicle = vehicleOf(device);
      return vehicle && vehicleAddress(vehicle.id);
    };
    return [
      {
        field: 'vehicle',
        namespace: 'fleet',
        width: 1,
        sortable: false,
        render: (row) => <DeviceLink to={addressOf(row)} name={vehicleOf(row)?.name ?? '–'} />,
        text: (row) => vehicleOf(row)?.name ?? '',
      },
    ];
  }, [query.data]);
  // Without the vehicles the list is shown as it is.
  const added = useMemo(
    () => (query.isError ? nothingAdded : { columns, rowActions: [], shows: [] }),
    [query.isError, columns],
  );
  return children(added);
};
