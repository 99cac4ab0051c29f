import { Code } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { clientOf } from '#platform/web/client/client-of.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/columns.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/row-actions.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { telemetry } from '../app.ts';
import type { DeadLetter } from '../common/ingest.ts';
import { FoldedDeadLetters } from './FoldedDeadLetters.tsx';

const { ago, number } = columnsFor<DeadLetter>();

const api = clientOf(telemetry);

const replay = rowAction<DeadLetter>('replay', {
  icon: IconRefresh,
  access: api.deadLetter.replay.route.access,
  shown: (row) => row.replayedAt === null,
  run: (row) => api.deadLetter.replay.send({ params: { id: row.id }, body: {} }),
});

/** The dead letters of a device, with their reasons and the action to replay them. */
export function DeadLetters({ deviceId }: { deviceId: number }) {
  const { label, has } = useLabels('telemetry');
  const { date } = useFormats();
  const fixed = useMemo(() => ({ deviceId }), [deviceId]);
  const columns = useMemo((): Column<DeadLetter>[] => {
    const reason = (row: DeadLetter) =>
      row.reasons
        .map(
          ({ param, msg }) =>
            `${has(`deadLetter.${msg}`) ? label(`deadLetter.${msg}`) : msg}${param ? ` (${param})` : ''}`,
        )
        .join(' ');
    return [
      ago('receivedAt', { width: 1, text: (row: DeadLetter) => date(row.receivedAt) }),
      { field: 'reasons', width: 3, render: reason, text: reason },
      { field: 'payload', width: 3, render: (row) => <Code dir="ltr">{row.payload}</Code> },
      number('size', { unit: 'B' }),
      {
        field: 'replayedAt',
        width: 1,
        render: (row) => (row.replayedAt ? <ToneChip tone="good">{label('deadLetterState.replayed')}</ToneChip> : '–'),
      },
    ];
  }, [label, has, date]);
  return (
    <>
      <FoldedDeadLetters deviceId={deviceId} />
      <ListView
        of={{ list: api.deadLetter.list }}
        namespace="telemetry"
        table="telemetry_device_refused"
        fixed={fixed}
        columns={columns}
        rowActions={[replay]}
      />
    </>
  );
}

export const deadLetterAccess = api.deadLetter.list.route.access;
