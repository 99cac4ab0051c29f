import { IconChecks } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { useSiteFilter } from '#core/places/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { notify } from '#platform/web/client/notices.ts';
import { refetchInBackground } from '#platform/web/client/record-queries.ts';
import { formatList, useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { sendOrKeep } from '#platform/web/offline/send-or-keep.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { currentDenial } from '#platform/web/session/session.ts';
import { useAppFilter } from '#platform/web/ui/list/filters/use-app-filter.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import type { BulkAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import type { Alarm, acknowledgement } from '../common/alarm.ts';
import { AlarmCard, alarmSearch } from './AlarmCells.tsx';
import { appsWithAlarms, classCalls, concerns, readableClasses } from './alarm-calls.ts';
import { alarmColumns, alarmFilters } from './alarm-columns.tsx';
import { useAlarmTextsOf } from './alarm-texts.ts';
import { api } from './api.ts';
import { highlightAlarm } from './highlight-new.ts';
import { AlarmPanel } from './panel/AlarmPanel.tsx';
import { AlarmShortcuts } from './panel/AlarmShortcuts.tsx';
import { waitingAlarm } from './panel/send-action.ts';
import { useText } from './texts.ts';

type Props = { apps: readonly AppManifest[]; history?: boolean; of?: AlarmsOf | undefined };
/** The device, the site or the other subject whose alarms are listed; those of a site are of all apps or of one. */
export type AlarmsOf =
  | { app: string; deviceId: number }
  | { app?: string; structureId: number }
  | { app: string; subjectType: string; subjectId: number };

/** The open or closed alarms of apps, a site, a device or another subject, updated live. New alarms are highlighted. */
export function AlarmList({ apps, history = false, of }: Props) {
  const [params] = useSearchParams();
  const { date } = useFormats();
  const textsOf = useAlarmTextsOf(apps);
  const { chosen, filters: byApp, nameOf } = useAppFilter(apps);
  const { label } = useLabels('alarms');
  const sites = useSiteFilter();
  const open = params.has('alarm');
  const steady = useMemo(() => ({ held: open, gone: history ? () => false : isClosed }), [open, history]);
  // A device is a subject of alarms like any other.
  const kindOfRecord: 'device' | 'site' | 'all' = of ? ('structureId' in of ? 'site' : 'device') : 'all';
  const bulk = useBulk();
  const options = useMemo(
    () => ({
      apps,
      classesOf: readableClasses,
      history,
      of: kindOfRecord,
      texts: {
        of: textsOf,
        appName: nameOf,
        date,
        valueText: (field: string, value: string) => label(`values.${field}.${value}`),
      },
    }),
    [apps, history, kindOfRecord, textsOf, nameOf, date, label],
  );
  const columns = useMemo(
    () => alarmColumns({ ...options, to: (alarm) => alarmSearch(params, alarm.id) }),
    [options, params],
  );
  const filters = useMemo(() => alarmFilters({ ...options, byApp, sites, chosen }), [options, byApp, sites, chosen]);
  useLive(['alarms'], (event) => {
    if (event.type === 'raised' && concerns(apps, event.data)) highlightAlarm(event.data.id);
  });
  return (
    <>
      <AlarmShortcuts />
      <ListView
        of={{ list: history ? api.alarm.history : api.alarm.live }}
        namespace="alarms"
        table={`core_alarms_all${history ? '-history' : ''}${of ? `-${kindOfRecord}` : ''}`}
        {...(of ? { fixed: of } : {})}
        columns={columns}
        filters={filters}
        {...(history ? {} : { bulkActions: bulk })}
        card={(row: Alarm) => <AlarmCard alarm={row} />}
        empty={history ? 'alarmHistory' : 'alarm'}
        emptyDrawing="bell"
        exports
        aside={<AlarmPanel />}
        steady={steady}
        live={{ topics: ['alarms'], about: ({ data, own }) => !own && concerns(apps, data) }}
      />
    </>
  );
}

const isClosed = (row: Alarm) => row.closedAt !== null;

function useBulk(): BulkAction<Alarm>[] {
  const { acknowledgeMany } = api.alarm;
  const t = useText();
  const client = useQueryClient();
  const may = useMayAcknowledge();
  return useMemo(
    () =>
      !may
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
                reportLost(results, t);
              },
            },
          ],
    [acknowledgeMany, client, t, may],
  );
}

type Results = z.infer<(typeof acknowledgement)['reply']>;

/** Names those who were faster, and the reason of alarms that ask for more than a comment. */
function reportLost(results: Results, t: ReturnType<typeof useText>): void {
  const taken = results.flatMap(({ taken: by }) => by ?? []);
  const names = formatList([...new Set(taken.map(({ by }) => by))]);
  if (taken.length > 0) notify({ kind: 'info', message: t('takenCount', { count: taken.length, names }) });
  if (results.some(({ refused }) => refused === 'alarm-form-needed'))
    notify({ kind: 'info', message: t('errors.alarm-form-needed') });
}

/** Whether the person may acknowledge alarms of any class. */
function useMayAcknowledge(): boolean {
  // Renders again when the session changes.
  useMe();
  return appsWithAlarms().some((app) =>
    readableClasses(app).some((name) => {
      const call = classCalls(app, name).action('acknowledge');
      return call !== undefined && currentDenial(call.route.access) === null;
    }),
  );
}
