import { useMemo } from 'react';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { api } from './api.ts';
import { useRequestColumns } from './use-request-columns.tsx';

/** The device requests of one customer. */
export function RequestsOfCompany({ companyId }: { companyId: number }) {
  const fixed = useMemo(() => ({ companyId: String(companyId) }), [companyId]);
  return (
    <ListView
      of={api.deviceRequest}
      table="device_requests_company"
      fixed={fixed}
      columns={useRequestColumns({ customers: false, assignees: true })}
      rowKey="uuid"
      view="auto"
      empty="all"
      emptyDrawing="request"
      live={live}
    />
  );
}

const live = { topics: ['device-requests'] };
