import { IconChecks } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useLive } from '#platform/web/client/live.ts';
import { notify } from '#platform/web/client/notices.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { denialNow } from '#platform/web/session/session.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import type { BulkAction } from '#platform/web/ui/list/row-actions.tsx';
import type { Alarm } from '../common/alarm.ts';
import { AlarmCard, alarmSearch } from './AlarmCells.tsx';
import { type AlarmCalls, type AlarmSource, concerns } from './alarm-calls.ts';
import { alarmColumns, alarmFilters } from './alarm-columns.tsx';
import { useAlarmTexts } from './alarm-texts.ts';
import { markFresh } from './fresh.ts';
import { useText } from './texts.ts';

type Props = { source: AlarmSource; history?: boolean; deviceId?: number };

/** Open alarms, or closed ones, of an app or of one device. New ones appear by themselves and are lit up. */
export function AlarmList({ source, history = false, deviceId }: Props) {
  const [params] = useSearchParams();
  const { calls, app } = source;
  const { language, date } = useFormats();
  const { kind } = useAlarmTexts(app);
  const { label } = useLabels('alarms');
  const fixed = useMemo(() => (deviceId === undefined ? undefined : { deviceId }), [deviceId]);
  const bulk = useBulk(calls);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change with the language alone
  const options = useMemo(
    () => ({
      source,
      history,
      ofDevice: deviceId !== undefined,
      texts: { kind, date, word: (field: string, value: string) => label(`values.${field}.${value}`) },
    }),
    [source, history, deviceId, language],
  );
  const columns = useMemo(
    () => alarmColumns({ ...options, to: (alarm) => alarmSearch(params, alarm.id) }),
    [options, params],
  );
  const filters = useMemo(() => alarmFilters(options), [options]);
  useLive(['alarms'], (event) => {
    if (event.type === 'raised' && concerns(source, event.data)) markFresh(event.data.id);
  });
  return (
    <ListView
      of={{ list: history ? calls.history : calls.live }}
      namespace="alarms"
      table={`${app.id}_alarms_${source.class}${history ? '-history' : ''}${deviceId === undefined ? '' : '-device'}`}
      {...(fixed ? { fixed } : {})}
      columns={columns}
      filters={filters}
      {...(history ? {} : { bulkActions: bulk })}
      card={(row: Alarm) => <AlarmCard alarm={row} />}
      exports
      live={{ topics: ['alarms'], patch: (row, event) => (concerns(source, event.data) ? null : row) }}
    />
  );
}

function useBulk(calls: AlarmCalls): BulkAction<Alarm>[] {
  const t = useText();
  const may = usePermitted(calls.acknowledge.route.access);
  return useMemo(
    () =>
      !may
        ? []
        : [
            {
              key: 'acknowledge',
              icon: IconChecks,
              access: calls.acknowledge.route.access,
              async run(rows) {
                const { access } = calls.acknowledge.route;
                const mayHere = ({ structure }: Alarm) =>
                  denialNow(access, { resource: structure?.id ?? null }) === null;
                const open = rows.filter((row) => row.actions.includes('acknowledge') && mayHere(row));
                const done = await Promise.allSettled(
                  open.map((row) => calls.acknowledge.send({ params: { id: row.id }, body: {} })),
                );
                const count = done.filter((one) => one.status === 'fulfilled').length;
                notify({ kind: count > 0 ? 'success' : 'info', message: t('acknowledgedCount', { count }) });
              },
            },
          ],
    [calls, t, may],
  );
}
