import { useMemo } from 'react';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { api } from './api.ts';
import { useTicketColumns } from './use-ticket-columns.tsx';

const live = { topics: ['tickets'] };

/** The tickets of one customer. */
export function TicketsOfCompany({ companyId }: { companyId: number }) {
  const fixed = useMemo(() => ({ companyId: String(companyId) }), [companyId]);
  return (
    <ListView
      of={api.ticket}
      table="support_ticket_company"
      fixed={fixed}
      columns={useTicketColumns()}
      view="auto"
      empty="ticket"
      live={live}
    />
  );
}
