import { Code } from '@mantine/core';
import { IconListDetails, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { deviceAppearance } from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type BulkAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { type DeadLetter, deadLetterReasons, deadLetterStages, deadLetterStates } from '../../common/ingest.ts';
import { api } from '../api.ts';
import classes from '../Telemetry.module.css';
import { useText } from '../texts.ts';
import { DeadLetterPanel } from './DeadLetterPanel.tsx';
import { senderOf, useDeadLetterReason } from './dead-letter-reason.ts';
import { FoldedDeadLetters } from './FoldedDeadLetters.tsx';
import { ReplayPanel } from './ReplayPanel.tsx';

const { ago, cell, link, number } = columnsFor<DeadLetter>();

const tones: Record<DeadLetter['state'], Tone> = { open: 'poor', replayed: 'good', discarded: 'none' };
const State = ({ value }: { value: DeadLetter['state'] }) => (
  <StatusChip namespace="telemetry" field="state" value={value} tones={tones} />
);

const connectorOf = ({ connector }: DeadLetter) => connector?.name ?? '–';
const Stage = ({ value }: { value: DeadLetter['stage'] }) => useText()(`deadLetterStage.${value}`);

type Opened =
  | { kind: 'one'; letter: DeadLetter }
  | { kind: 'replay' | 'discard'; letters: readonly DeadLetter[] }
  | null;

/** The dead letters of a device, or of all devices of the company: corrected, tried, replayed and discarded. */
export function DeadLetters({ deviceId }: { deviceId?: number }) {
  const [opened, setOpened] = useState<Opened>(null);
  const fixed = useMemo(() => (deviceId === undefined ? undefined : { deviceId }), [deviceId]);
  const columns = useColumns(deviceId === undefined);
  const filters = useFilters();
  const { rowActions, bulkActions } = useMemo(() => actionsOf(setOpened), []);
  const close = () => setOpened(null);
  return (
    <>
      {deviceId !== undefined && <FoldedDeadLetters deviceId={deviceId} />}
      <ListView
        of={{ list: api.deadLetter.list }}
        namespace="telemetry"
        table={deviceId === undefined ? 'telemetry_dead_letter' : 'telemetry_device_refused'}
        {...(fixed ? { fixed } : {})}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        empty="deadLetter"
        bulkActions={bulkActions}
        exports
      />
      {opened?.kind === 'one' && <DeadLetterPanel letter={opened.letter} onClose={close} />}
      {(opened?.kind === 'replay' || opened?.kind === 'discard') && (
        <ReplayPanel letters={opened.letters} action={opened.kind} onClose={close} />
      )}
    </>
  );
}

function useColumns(withDevice: boolean): Column<DeadLetter>[] {
  const { reasonsText } = useDeadLetterReason();
  const { date } = useFormats();
  const { label } = useLabels('telemetry');
  return useMemo(() => {
    const reason = ({ reasons }: DeadLetter) => reasonsText(reasons);
    const addressOf = ({ device }: DeadLetter) => (device ? deviceAppearance.addressOf(device) : undefined);
    return [
      ago('receivedAt', { width: 1, text: (row: DeadLetter) => date(row.receivedAt) }),
      ...(withDevice ? [{ ...link('device.name', ''), name: 'device', to: addressOf, ...deviceCell } as const] : []),
      ...(withDevice
        ? [
            { field: 'connector', width: 1, render: connectorOf, text: connectorOf } as const,
            cell('stage', Stage, { width: 1, text: (row: DeadLetter) => label(`deadLetterStage.${row.stage}`) }),
          ]
        : []),
      { field: 'reasons', width: 2, render: reason, text: reason },
      {
        field: 'payload',
        width: 2,
        render: (row) => (
          <Code dir="ltr" className={classes.beginning}>
            {row.payload}
          </Code>
        ),
      },
      number('size', { unit: 'B' }),
      cell('state', State, { width: 1 }),
    ];
  }, [reasonsText, date, label, withDevice]);
}

const deviceCell = { render: (letter: DeadLetter) => <bdi>{senderOf(letter)}</bdi>, width: 1 } as const;

function useFilters() {
  const { reasonText } = useDeadLetterReason();
  const { label } = useLabels('telemetry');
  return useMemo(
    () =>
      [
        { field: 'state', kind: 'select', options: deadLetterStates },
        {
          field: 'reason',
          kind: 'select',
          options: deadLetterReasons.map((value) => ({ value, label: reasonText(value) })),
        },
        {
          field: 'stage',
          kind: 'select',
          options: deadLetterStages.map((value) => ({ value, label: label(`deadLetterStage.${value}`) })),
        },
        { field: 'receivedAt', kind: 'dateRange' },
      ] as const,
    [reasonText, label],
  );
}

function actionsOf(open: (opened: Opened) => void) {
  const isOpen = ({ state }: DeadLetter) => state === 'open';
  const run = (kind: 'replay' | 'discard') => async (letters: DeadLetter[]) =>
    open({ kind, letters: letters.filter(isOpen) });
  const { replay, discard, list } = api.deadLetter;
  const bulkActions: BulkAction<DeadLetter>[] = [
    { key: 'replay', icon: IconRefresh, access: replay.route.access, run: run('replay') },
    { key: 'discard', icon: IconTrash, danger: true, access: discard.route.access, run: run('discard') },
  ];
  const rowActions = [
    rowAction<DeadLetter>('look', {
      icon: IconListDetails,
      access: list.route.access,
      run: (letter) => {
        open({ kind: 'one', letter });
        return undefined;
      },
    }),
  ];
  return { rowActions, bulkActions };
}

export const deadLetterAccess = api.deadLetter.list.route.access;
