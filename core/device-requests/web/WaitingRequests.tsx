import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { oneRequestAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import classes from './DeviceRequests.module.css';

const shown = 5;

/** The requests that wait longest for an answer. */
export function WaitingRequests() {
  const t = useText();
  const list = { limit: shown, total: false, sort: { createdAt: 'asc' as const }, filter: { state: 'pending' } };
  const found = useData(api.deviceRequest.list, { list }, { silent: true });
  useLiveRefetch(['device-requests'], api.deviceRequest.list.keyPrefix);
  if (!found.data) return <QueryBoundary of={found} height={120} />;
  if (found.data.data.length === 0) return <Text c="dimmed">{t('empty.open.title')}</Text>;
  return (
    <ul className={classes.waiting}>
      {found.data.data.map(({ uuid, number, company, createdAt }) => (
        <li key={uuid}>
          <Anchor component={Link} to={oneRequestAddress({ uuid })}>
            <Bdi>{number}</Bdi>
          </Anchor>
          <bdi>{company.name}</bdi>
          <Text span size="sm" c="dimmed">
            <Ago at={createdAt} />
          </Text>
        </li>
      ))}
    </ul>
  );
}
