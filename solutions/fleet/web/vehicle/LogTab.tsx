import { Button, MultiSelect, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { logKinds, maxLogDays } from '../../common/vehicle/log.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { LogLines } from './LogLines.tsx';

const pageSize = 50;
const noCursor: string | null = null;

/** What happened with a vehicle in a period, the newest first. */
export function LogTab({ id }: { id: number }) {
  const t = useText();
  const kit = useKitText();
  const { chosen, period, choose } = usePeriod({ maxDays: maxLogDays });
  const [kinds, setKinds] = useState<string[]>([]);
  const asked = { ...period, limit: pageSize, ...(kinds.length > 0 ? { kinds: kinds.join(',') } : {}) };
  const query = useInfiniteQuery({
    queryKey: [...api.vehicleLog.list.key({ params: { id }, query: asked }), 'pages'],
    initialPageParam: noCursor,
    queryFn: ({ pageParam, signal }) =>
      api.vehicleLog.list.send({
        params: { id },
        query: { ...asked, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
        silent: true,
      }),
    getNextPageParam: ({ next }) => next,
  });
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <Panel title={t('tabs.log')} aside={<PeriodSelector value={chosen} onChange={choose} maxDays={maxLogDays} />}>
      <Stack gap="md">
        <MultiSelect
          label={t('shownKinds')}
          placeholder={kinds.length === 0 ? t('allKinds') : ''}
          data={logKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          value={kinds}
          onChange={setKinds}
          clearable
        />
        {query.data ? (
          lines.length > 0 ? (
            <LogLines lines={lines} />
          ) : (
            <EmptyState drawing="log" title={t('noLog.title')} text={t('noLog.text')} />
          )
        ) : (
          <QueryBoundary of={query} />
        )}
        {query.hasNextPage && (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {kit('actions.showMore')}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}
