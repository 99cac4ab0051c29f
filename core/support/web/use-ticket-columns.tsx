import { Anchor, Badge } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { Ticket } from '../common/ticket.ts';
import { ticketAddress } from './addresses.ts';
import { useText } from './api.ts';
import { DueChip, dueTarget, PriorityChip, StateChip } from './chips.tsx';
import classes from './Support.module.css';

const { ago, cell } = columnsFor<Ticket>();

/** The columns of lists of tickets. */
export function useTicketColumns(): Column<Ticket>[] {
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
        text: (row) => date(dueTarget(row)),
      },
      ago('lastMessageAt', { width: 1 }),
      { field: 'category', hidden: true },
      ago('createdAt', { hidden: true }),
    ],
    [t, number, date],
  );
}
