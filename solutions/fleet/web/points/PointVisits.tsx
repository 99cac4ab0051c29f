import { Anchor, Button, Stack, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PointVisit, ShownPoint } from '../../common/points/point.ts';
import { vehicleAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const pageSize = 50;

/** The visits of vehicles to a point of interest, the newest first. */
export function PointVisits({ point, onClose }: { point: ShownPoint; onClose(): void }) {
  const t = useText();
  const kit = useKitText();
  const params = { id: point.id };
  const query = useInfiniteQuery({
    queryKey: [...api.point.visits.key({ params }), 'pages'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.point.visits.send({
        params,
        list: { skip: pageParam, limit: pageSize, total: false },
        signal,
        silent: true,
      }),
    getNextPageParam: (page, pages) => (page.data.length < pageSize ? null : pages.length * pageSize),
  });
  const visits = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <SidePanel title={t('visitsOf', { name: point.name })} onClose={onClose} wide>
      <Stack gap="md">
        {!query.data ? (
          <QueryBoundary of={query} />
        ) : visits.length === 0 ? (
          <EmptyState drawing="map" title={t('empty.visit.title')} text={t('empty.visit.text')} />
        ) : (
          <VisitTable visits={visits} />
        )}
        {query.hasNextPage && (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {kit('actions.showMore')}
          </Button>
        )}
      </Stack>
    </SidePanel>
  );
}

function VisitTable({ visits }: { visits: readonly PointVisit[] }) {
  const t = useText();
  const { date } = useFormats();
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('columns.vehicle')}</Table.Th>
          <Table.Th>{t('columns.enteredAt')}</Table.Th>
          <Table.Th>{t('stayed')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {visits.map(({ id, vehicle, enteredAt, leftAt }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Anchor component={Link} to={vehicleAddress(vehicle.id)} inherit>
                <bdi>{vehicle.name}</bdi>
              </Anchor>
            </Table.Td>
            <Table.Td>
              <Bdi>{date(enteredAt)}</Bdi>
            </Table.Td>
            <Table.Td>
              {leftAt === null ? t('stillThere') : formatDuration(Date.parse(leftAt) - Date.parse(enteredAt))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
