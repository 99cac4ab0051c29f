import { Group } from '@mantine/core';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import type { ShownJob } from '../../common/jobs/job.ts';
import type { ShownVehicle } from '../../common/vehicle/vehicle.ts';
import { api } from '../api.ts';
import { JobForm } from '../jobs/JobForm.tsx';
import { liveJobs, useJobColumns, useJobFilters } from '../jobs/use-job-list.tsx';
import { useText } from '../texts.ts';

/** The job cards of a vehicle; a new one is for this vehicle. */
export function JobsTab({ vehicle }: { vehicle: ShownVehicle }) {
  const t = useText();
  const { add, rowActions, panel } = useRowPanel<ShownJob>(api.job, {
    namespace: 'fleet',
    addLabel: t('addJob'),
    form: (before, close) => <JobForm before={before} vehicle={vehicle} onClose={close} />,
  });
  const mayAdd = vehicle.state === 'active' ? add : undefined;
  return (
    <>
      {mayAdd && <Group justify="end">{mayAdd}</Group>}
      <ListView
        of={api.job}
        table="fleet_vehicle_jobs"
        fixed={{ vehicleId: String(vehicle.id) }}
        columns={useJobColumns().filter(({ field }) => field !== 'vehicle')}
        filters={useJobFilters()}
        rowActions={rowActions}
        view="auto"
        live={liveJobs}
        empty="jobOfVehicle"
        emptyAction={mayAdd}
      />
      {panel}
    </>
  );
}
