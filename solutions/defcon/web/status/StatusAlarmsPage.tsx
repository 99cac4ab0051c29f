import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { deskAddress, historyAddress } from '#core/alarms/common/alarm-desk.ts';
import { AlarmPanel, AlarmShortcuts, alarmSearch, useAlarmTexts } from '#core/alarms/web/parts.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import { defcon } from '../../app.ts';
import { noticedKinds, troubleKinds } from '../../common/codes/kinds.ts';
import { statusPage } from '../../common/status/pages.ts';
import type { StatusFold } from '../../common/status/status-fold.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const { ago, cell, number } = columnsFor<StatusFold>();
const live = { topics: ['alarms'], about: ({ data }: { data: unknown }) => isOfApp(data) };
const isOfApp = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'app' in data && data.app === 'defcon';

const minutesBetween = (from: string, to: string): number =>
  Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / 60_000));

/** What is wrong with panels: alarms of one cause are one row, which leads to all of them. */
export function StatusAlarmsPage() {
  const t = useText();
  const texts = useAlarmTexts(defcon);
  const [params] = useSearchParams();
  const columns = useMemo((): Column<StatusFold>[] => {
    const what = ({ kind, count, subject, firstAt, lastAt }: StatusFold) =>
      count === 1
        ? texts.kind(kind)
        : t(subject === null ? 'status.many' : 'status.manyOf', {
            count,
            kind: texts.kind(kind),
            within: t('status.minutes', { count: minutesBetween(firstAt, lastAt) }),
            subject,
          });
    const to = ({ id, kind, count }: StatusFold) =>
      count === 1 ? alarmSearch(params, id) : `${deskAddress()}?app=defcon&class=status&kind=${kind}`;
    return [
      cell('severity', SeverityChip, { width: 1, sortable: false, text: ({ severity }) => severity }),
      {
        field: 'kind',
        width: 3,
        names: true,
        sortable: false,
        render: (row) => (
          <Anchor component={Link} to={to(row)} preventScrollReset fw={550} inherit tabIndex={-1}>
            <bdi>{what(row)}</bdi>
          </Anchor>
        ),
        text: what,
        to,
      },
      {
        field: 'subject',
        width: 2,
        sortable: false,
        render: ({ subject, count }) => (count === 1 ? <bdi>{subject}</bdi> : '–'),
        text: ({ subject, count }) => (count === 1 ? subject : null),
      },
      number('waiting', { width: 1, sortable: false }),
      ago('lastAt', { width: 1 }),
    ];
  }, [t, texts, params]);
  const filters = useMemo(
    (): FiltersOf<typeof api.statusFold.list> => [
      {
        field: 'kind',
        kind: 'select',
        options: [...troubleKinds, ...noticedKinds].map((value) => ({ value, label: texts.kind(value) })),
      },
    ],
    [texts],
  );
  return (
    <PageFrame
      fill
      tabs={[
        { label: t('workbench.tabs.open'), to: `${defcon.web}/${statusPage}` },
        { label: t('status.each'), to: `${deskAddress()}?app=defcon&class=status` },
        { label: t('workbench.tabs.closed'), to: `${historyAddress}?app=defcon&class=status` },
      ]}
    >
      <AlarmShortcuts />
      <ListView
        of={{ list: api.statusFold.list }}
        columns={columns}
        filters={filters}
        live={live}
        aside={<AlarmPanel />}
        empty="status"
        emptyDrawing="bell"
        view="auto"
        exports
      />
    </PageFrame>
  );
}
