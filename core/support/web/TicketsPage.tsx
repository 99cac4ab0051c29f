import { Anchor, Badge, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { canDo } from '#platform/common/permission-key.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can, useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/columns.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { type Ticket, ticketCategories, ticketPriorities, ticketStates } from '../common/ticket.ts';
import { ticketAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { DueChip, dueOf, PriorityChip, StateChip } from './chips.tsx';
import { NewTicketPanel } from './NewTicketPanel.tsx';
import classes from './Support.module.css';

const { ago, cell } = columnsFor<Ticket>();
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
        columns={useColumns()}
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

function useColumns(): Column<Ticket>[] {
  const t = useText();
  const { number, date } = useFormats();
  return useMemo(
    () => [
      {
        field: 'subject',
        width: 3,
        to: ticketAddress,
        render: (row) => (
          <span className={classes.subject}>
            <Anchor component={Link} to={ticketAddress(row)} fw={row.unread > 0 ? 700 : 400} inherit tabIndex={-1}>
              <bdi>{row.subject}</bdi>
            </Anchor>
            {row.unread > 0 && (
              <Badge size="sm" variant="filled" aria-label={t('unreadCount', { count: row.unread, shown: row.unread })}>
                {number(row.unread)}
              </Badge>
            )}
          </span>
        ),
        text: (row) => row.subject,
      },
      { field: 'number', width: 1, render: (row) => <bdi dir="ltr">{row.number}</bdi> },
      cell('state', ({ value }) => <StateChip value={value} />, { width: 1 }),
      cell('priority', ({ value }) => <PriorityChip value={value} />, { width: 1 }),
      { field: 'company.name', name: 'company', width: 2, sortable: false },
      { field: 'assignee.name', name: 'assignee', width: 1, sortable: false },
      {
        field: 'due',
        width: 1,
        sortable: false,
        render: (row) => <DueChip ticket={row} />,
        text: (row) => date(dueOf(row)),
      },
      ago('lastMessageAt', { width: 1 }),
      { field: 'category', hidden: true },
      ago('createdAt', { hidden: true }),
    ],
    [t, number, date],
  );
}
