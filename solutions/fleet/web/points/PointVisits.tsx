import { usePermitted } from '#platform/web/session/hooks.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { PointVisit, ShownPoint } from '../../common/points/point.ts';
import { vehicle } from '../../common/vehicle/vehicle.ts';
import { vehicleAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const { date } = columnsFor<PointVisit>();

/** The visits of vehicles to a point of interest, the newest first. */
export function PointVisits({ point, onClose }: { point: ShownPoint; onClose(): void }) {
  const t = useText();
  const opens = usePermitted(vehicle.can('read'));
  const columns: Column<PointVisit>[] = [
    {
      field: 'vehicle',
      names: true,
      width: 2,
      text: (row) => row.vehicle.name,
      render: (row) => <bdi>{row.vehicle.name}</bdi>,
      ...(opens ? { to: (row: PointVisit) => vehicleAddress(row.vehicle.id) } : {}),
    },
    date('enteredAt', { width: 2 }),
    date('leftAt', { width: 2 }),
  ];
  return (
    <SidePanel title={t('visitsOf', { name: point.name })} onClose={onClose} wide>
      <ListView
        of={{ list: api.point.visits }}
        params={{ id: point.id }}
        namespace="fleet"
        table="fleet_point_visits"
        columns={columns}
        empty="visit"
      />
    </SidePanel>
  );
}
