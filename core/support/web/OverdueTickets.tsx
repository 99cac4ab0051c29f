import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { ticketAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { DueChip } from './chips.tsx';

const shown = 5;

/** Tickets whose present target is missed. */
export function OverdueTickets() {
  const t = useText();
  const found = useData(
    api.ticket.list,
    { list: { limit: shown, total: false, filter: { overdue: true } } },
    { silent: true },
  );
  useLiveRefetch(['tickets'], api.ticket.list.keyPrefix);
  if (!found.data) return <QueryBoundary of={found} height={120} />;
  if (found.data.data.length === 0) return <Text c="dimmed">{t('noneOverdue')}</Text>;
  return (
    <Stack gap="xs">
      {found.data.data.map((ticket) => (
        <div key={ticket.id}>
          <Anchor component={Link} to={ticketAddress(ticket)}>
            <bdi>{ticket.subject}</bdi>
          </Anchor>{' '}
          <bdi>{ticket.company.name}</bdi> <DueChip ticket={ticket} />
        </div>
      ))}
    </Stack>
  );
}
