import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Alarm } from '#core/alarms/common/alarm.ts';
import { AcknowledgedChip, alarmSearch, KindCell, useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { siteColumn } from '#core/places/web/parts.tsx';
import type { Column } from '#platform/web/ui/list/table/columns.tsx';
import { defcon } from '../../../app.ts';
import { useText } from '../../texts.ts';
import { Clock } from '../Clock.tsx';
import { RankChip } from '../RankChip.tsx';

/** The name of the site; a further company knows no more of it. */
const placeOf = ({ structure, party, subject }: Alarm): string => structure?.name ?? party?.structure ?? subject.name;

/** The columns of the queue of incidents. Their order is that of the queue. */
export function useQueueColumns(): Column<Alarm>[] {
  const t = useText();
  const [params] = useSearchParams();
  const { title, party } = useAlarmTexts(defcon);
  return useMemo((): Column<Alarm>[] => {
    const who = ({ desk }: Alarm) => (desk === null || desk.mine ? t('workbench.mine') : party(desk.role));
    return [
      {
        field: 'rank',
        sortable: false,
        width: 1,
        render: ({ rank }) => <RankChip rank={rank} />,
        text: ({ rank }) => String(rank),
      },
      {
        field: 'clock',
        sortable: false,
        width: 1,
        render: ({ firstAt, closedAt }) => <Clock since={firstAt} until={closedAt} />,
        text: ({ firstAt }) => firstAt,
      },
      {
        field: 'kind',
        names: true,
        sortable: false,
        width: 2,
        to: ({ id }) => alarmSearch(params, id),
        render: (alarm) => (
          <>
            <KindCell alarm={alarm} />
            {params.has('alarm') && (
              <Text size="xs" lh="xs" c="dimmed" truncate>
                <bdi>{placeOf(alarm)}</bdi>
              </Text>
            )}
          </>
        ),
        text: title,
      },
      {
        field: 'subject',
        sortable: false,
        width: 2,
        render: ({ subject }) => <bdi>{subject.name}</bdi>,
        text: ({ subject }) => subject.name,
      },
      {
        ...siteColumn,
        sortable: false,
        width: 2,
        // A further company knows the name only.
        render: ({ structure, party }) => <bdi>{structure?.name ?? party?.structure ?? '–'}</bdi>,
        text: ({ structure, party }) => structure?.name ?? party?.structure ?? '',
      },
      {
        field: 'acknowledged',
        sortable: false,
        width: 2,
        render: ({ acknowledged, acknowledgedBy }) =>
          acknowledgedBy ? <bdi>{acknowledgedBy.name}</bdi> : <AcknowledgedChip value={acknowledged} app={defcon.id} />,
        text: ({ acknowledgedBy }) => acknowledgedBy?.name ?? '',
      },
      {
        field: 'desk',
        sortable: false,
        width: 2,
        render: who,
        text: who,
      },
    ];
  }, [t, title, party, params]);
}
