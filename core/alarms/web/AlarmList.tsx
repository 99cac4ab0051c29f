import { IconChecks } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useLive } from '#platform/web/client/live.ts';
import { notify } from '#platform/web/client/notices.ts';
import { refetchInBackground } from '#platform/web/client/record-queries.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { sendOrKeep } from '#platform/web/offline/send-or-keep.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import type { BulkAction } from '#platform/web/ui/list/row-actions.tsx';
import type { Alarm } from '../common/alarm.ts';
import { AlarmCard, alarmSearch } from './AlarmCells.tsx';
import { AlarmPanel } from './AlarmPanel.tsx';
import { AlarmShortcuts } from './AlarmShortcuts.tsx';
import { type AlarmCalls, type AlarmSource, concerns } from './alarm-calls.ts';
import { alarmColumns, alarmFilters } from './alarm-columns.tsx';
import { useAlarmTexts } from './alarm-texts.ts';
import { api } from './api.ts';
import { highlightAlarm } from './highlight-new.ts';
import { waitingAlarm } from './send-action.ts';
import { useText } from './texts.ts';

type Props = { source: AlarmSource; history?: boolean; of?: AlarmsOf | undefined };
/** The device, the site or the other subject whose alarms are listed. */
export type AlarmsOf = { deviceId: number } | { structureId: number } | { subjectType: string; subjectId: number };

/** The open or closed alarms of an app, a site, a device or another subject, updated live. New alarms are highlighted. */
export function AlarmList({ source, history = false, of }: Props) {
  const [params] = useSearchParams();
  const { calls, app } = source;
  const { date } = useFormats();
  const { kind, className, title, measured } = useAlarmTexts(app);
  const { label } = useLabels('alarms');
  const open = params.has('alarm');
  const steady = useMemo(() => ({ held: open, gone: history ? () => false : isClosed }), [open, history]);
  // A device is a subject of alarms like any other.
  const kindOfRecord: 'device' | 'site' | 'app' = of ? ('structureId' in of ? 'site' : 'device') : 'app';
  const bulk = useBulk(calls);
  const options = useMemo(
    () => ({
      source,
      history,
      of: kindOfRecord,
      texts: {
        kind,
        className,
        title,
        measured,
        date,
        valueText: (field: string, value: string) => label(`values.${field}.${value}`),
      },
    }),
    [source, history, kindOfRecord, kind, className, title, measured, date, label],
  );
  const columns = useMemo(
    () => alarmColumns({ ...options, to: (alarm) => alarmSearch(params, alarm.id) }),
    [options, params],
  );
  const filters = useMemo(() => alarmFilters(options), [options]);
  useLive(['alarms'], (event) => {
    if (event.type === 'raised' && concerns(source, event.data)) highlightAlarm(event.data.id);
  });
  return (
    <>
      <AlarmShortcuts source={source} />
      <ListView
        of={{ list: history ? calls.history : calls.live }}
        namespace="alarms"
        table={`${app.id}_alarms_${source.classes.length === 1 && !app.alarmPages ? source.classes[0] : 'all'}${history ? '-history' : ''}${of ? `-${kindOfRecord}` : ''}`}
        {...(of ? { fixed: of } : {})}
        columns={columns}
        filters={filters}
        {...(history ? {} : { bulkActions: bulk })}
        card={(row: Alarm) => <AlarmCard alarm={row} />}
        empty={history ? 'alarmHistory' : 'alarm'}
        emptyDrawing="bell"
        exports
        aside={<AlarmPanel source={source} />}
        steady={steady}
        live={{ topics: ['alarms'], about: ({ data, own }) => !own && concerns(source, data) }}
      />
    </>
  );
}

const isClosed = (row: Alarm) => row.closedAt !== null;

function useBulk({ acknowledgeMany }: AlarmCalls): BulkAction<Alarm>[] {
  const t = useText();
  const client = useQueryClient();
  const may = usePermitted(acknowledgeMany?.route.access ?? { or: [] });
  return useMemo(
    () =>
      !may || !acknowledgeMany
        ? []
        : [
            {
              key: 'acknowledge',
              icon: IconChecks,
              access: acknowledgeMany.route.access,
              async run(rows) {
                const ids = rows.filter((row) => row.actions.includes('acknowledge')).map(({ id }) => id);
                const about = { title: t('actions.acknowledge'), record: t('alarmCount', { count: ids.length }) };
                const of = ids.map(waitingAlarm).join(' ');
                const results =
                  ids.length > 0 ? await sendOrKeep(acknowledgeMany, { body: { ids } }, { ...about, of }) : [];
                const count = results.filter(({ refused }) => refused === null).length;
                refetchInBackground(client, [acknowledgeMany.keyPrefix, api.bell.count.keyPrefix]);
                notify({ kind: count > 0 ? 'success' : 'info', message: t('acknowledgedCount', { count }) });
              },
            },
          ],
    [acknowledgeMany, client, t, may],
  );
}
