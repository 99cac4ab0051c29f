import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { canDo } from '#platform/common/permission-key.ts';
import { Can, useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { ticketCategories, ticketPriorities, ticketStates } from '../common/ticket.ts';
import { api, useText } from './api.ts';
import { NewTicketPanel } from './NewTicketPanel.tsx';
import { useTicketColumns } from './use-ticket-columns.tsx';

const nobody = 0;

const filters: FiltersOf<typeof api.ticket.list> = [
  { field: 'state', kind: 'select', options: ticketStates },
  { field: 'priority', kind: 'select', options: ticketPriorities },
  { field: 'category', kind: 'select', options: ticketCategories },
  { field: 'unread', kind: 'boolean' },
  { field: 'overdue', kind: 'boolean' },
];

/** The tickets of the caller's companies, those with unread messages first. */
export function TicketsPage() {
  const t = useText();
  const { user } = useMe();
  const [params, setParams] = useSearchParams();
  const handles = usePermitted(canDo('company.ticket', 'handle'));
  const of = handles ? (params.get('of') ?? 'all') : 'all';
  const fixed = useMemo(
    () => (of === 'mine' ? { assigneeId: user.id } : of === 'unassigned' ? { assigneeId: nobody } : {}),
    [of, user.id],
  );
  const change = (name: string, value: string | null) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (value === null) for (const key of [name, 'follows', 'device', 'order', 'subject']) after.delete(key);
      else after.set(name, value);
      return after;
    });
  const add = (
    <Can access={api.ticket.create.route.access}>
      <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => change('new', '1')}>
        {t('newTicket')}
      </Button>
    </Can>
  );
  const others = useGroupTabs().slice(1);
  const tabs = [
    ...(['all', 'mine', 'unassigned'] as const).map((value) => ({ value, label: t(`tabs.${value}`) })),
    ...others,
  ];
  return (
    <>
      <ListPage
        key={of}
        of={api.ticket}
        fixed={fixed}
        columns={useTicketColumns()}
        filters={filters}
        view="auto"
        exports
        action={add}
        emptyAction={add}
        empty="ticket"
        live={{ topics: ['tickets'] }}
        {...(handles ? { tabs, tab: of, onTab: (value: string) => change('of', value) } : {})}
      />
      {params.has('new') && <NewTicketPanel params={params} onClose={() => change('new', null)} />}
    </>
  );
}
