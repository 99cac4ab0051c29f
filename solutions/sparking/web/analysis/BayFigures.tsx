import { NativeSelect, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Period } from '#platform/common/time/time.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Paging } from '#platform/web/ui/list/Paging.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { api, useText } from '../api.ts';
import { usePercent } from './charts.tsx';
import { knownShare, occupiedShare } from './figures.ts';

/** By number upwards, by the others from the most. */
const sorts = ['number', 'occupied', 'stays', 'overstaySeconds', 'unknown', 'lastStayAt'] as const;
const headings = ['number', 'occupied', 'known', 'stays', 'meanStay', 'overstay', 'lastStay'] as const;
const secondMs = 1000;

/** The figures of each bay of a car park in a period, a page at a time. */
export function BayFigures({ period, locationIds }: { period: Period; locationIds: string }) {
  const t = useText();
  const { number, date, language } = useFormats();
  const percent = usePercent();
  const [sort, setSort] = useState<(typeof sorts)[number]>('number');
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(50);
  const order = sort === 'number' ? ('asc' as const) : ('desc' as const);
  const { data, ...query } = useData(
    api.analysis.slotOccupationList,
    { query: { ...period, locationIds, sort, order, limit: size, skip: page * size } },
    { silent: true, placeholderData: (before) => before },
  );
  if (!data)
    return (
      <Panel title={t('analysis.bays.title')}>
        <QueryBoundary of={query} />
      </Panel>
    );
  const duration = (seconds: number) => formatDuration(seconds * secondMs, language);
  return (
    <Panel
      title={t('analysis.bays.title')}
      aside={
        <NativeSelect
          size="xs"
          aria-label={t('analysis.bays.sortedBy')}
          value={sort}
          data={sorts.map((value) => ({ value, label: t(`analysis.bays.sorts.${value}`) }))}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setSort(sorts.find((one) => one === next) ?? 'number');
            setPage(0);
          }}
        />
      }
    >
      {data.rows.length === 0 ? (
        <Text c="dimmed">{t('analysis.none')}</Text>
      ) : (
        <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} aria-label={t('analysis.bays.title')}>
          <Table aria-label={t('analysis.bays.title')}>
            <Table.Thead>
              <Table.Tr>
                {headings.map((heading) => (
                  <Table.Th key={heading} scope="col">
                    {t(`analysis.bays.${heading}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.rows.map((bay) => (
                <Table.Tr key={bay.id}>
                  <Table.Th scope="row">
                    <bdi>{bay.number}</bdi>
                  </Table.Th>
                  <Table.Td>{percent(occupiedShare(bay))}</Table.Td>
                  <Table.Td>{percent(knownShare(bay))}</Table.Td>
                  <Table.Td>{number(bay.stays)}</Table.Td>
                  <Table.Td>
                    <bdi>{bay.ended === 0 ? '–' : duration(bay.endedSeconds / bay.ended)}</bdi>
                  </Table.Td>
                  <Table.Td>
                    <bdi>{bay.overstaySeconds === 0 ? '–' : duration(bay.overstaySeconds)}</bdi>
                  </Table.Td>
                  <Table.Td>{bay.lastStayAt === null ? '–' : <Bdi>{date(bay.lastStayAt)}</Bdi>}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Paging
        page={page}
        size={size}
        total={data.totalRecords}
        countUpTo={undefined}
        shown={data.rows.length}
        onPage={setPage}
        onSize={(next) => {
          setSize(next);
          setPage(0);
        }}
      />
    </Panel>
  );
}
