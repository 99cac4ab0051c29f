import { Badge } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useList } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { ticketAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { StateChip } from './chips.tsx';
import classes from './Support.module.css';

const shown = 25;
const request = { limit: shown, total: false };

/** The list of tickets at the side of a conversation, unread ones first. */
export function TicketRail({ current }: { current: number }) {
  const t = useText();
  const { number } = useFormats();
  const client = useQueryClient();
  const { rows } = useList(api.ticket.list, request);
  useLive(['tickets'], () => refetchQueries(client, [...api.ticket.list.keyPrefix, 'list']));
  return (
    <nav className={classes.rail} aria-label={t('rail')}>
      <ul>
        {rows.map((ticket) => (
          <li key={ticket.id}>
            <Link
              to={ticketAddress(ticket)}
              aria-current={ticket.id === current ? 'page' : undefined}
              data-unread={ticket.unread > 0 || undefined}
            >
              <bdi className={classes.railSubject}>{ticket.subject}</bdi>
              {ticket.unread > 0 && (
                <Badge size="sm" aria-label={t('unreadCount', { count: ticket.unread, shown: number(ticket.unread) })}>
                  {number(ticket.unread)}
                </Badge>
              )}
              <span className={classes.railFacts}>
                <bdi>{ticket.company.name}</bdi>
                <Ago at={ticket.lastMessageAt} />
              </span>
              <StateChip value={ticket.state} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
