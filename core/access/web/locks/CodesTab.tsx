import { Button, Group } from '@mantine/core';
import { IconRefresh, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { formatDate } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { SlotRow } from '../../common/lock.ts';
import { clockAlarm } from '../../common/lock-clock.ts';
import { SyncChip } from '../chips.tsx';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';
import { OfflineCodeButton } from './OfflineCodePanel.tsx';

const { cell, date, number } = columnsFor<SlotRow>();
const live = { topics: ['access'] };

function useSlotColumns(id: number): Column<SlotRow>[] {
  const t = useText();
  const { calls } = useAccess();
  const clock = useData(calls.lock.state, { params: { id } }).data?.clock;
  // The times at which the lock itself begins and ends to take its codes, if its clock is off.
  const offset = clock && Math.abs(clock.offsetSeconds) > clockAlarm ? clock.offsetSeconds : 0;
  const byLock = useCallback(
    ({ from, to }: SlotRow) =>
      [from, to].map((at) => (at === null ? '…' : formatDate(Date.parse(at) - offset * 1000))).join(' – '),
    [offset],
  );
  const kindOf = useCallback(({ store }: SlotRow) => t(`values.methods.${store === 'cards' ? 'card' : 'pin'}`), [t]);
  return useMemo<Column<SlotRow>[]>(
    () => [
      {
        field: 'store',
        name: 'kind',
        width: 1,
        sortable: false,
        render: kindOf,
        text: kindOf,
      },
      number('slot', { width: 1, sortable: false }),
      { field: 'holder', width: 2, sortable: false, render: (row) => <bdi>{row.holder ?? '–'}</bdi> },
      cell('state', SyncChip, { width: 1, sortable: false }),
      {
        field: 'reason',
        width: 2,
        sortable: false,
        render: (row) => (row.reason ? t(`syncReason.${row.reason}` as 'syncReason.full') : '–'),
      },
      date('from', { width: 2, sortable: false }),
      date('to', { width: 2, sortable: false }),
      ...(offset === 0
        ? []
        : [
            {
              field: 'lockTime',
              width: 2 as const,
              sortable: false,
              render: (row: SlotRow) => <Bdi>{byLock(row)}</Bdi>,
              text: byLock,
            },
          ]),
    ],
    [t, offset, byLock, kindOf],
  );
}

/** The codes and cards on a lock: those of the platform, and those that were entered at the lock itself. */
export function CodesTab({ device }: { device: DeviceDetail }) {
  const t = useText();
  const { app, calls } = useAccess();
  const params = useMemo(() => ({ id: device.id }), [device.id]);
  const resolve = useAction(calls.lock.resolve, { invalidates: [calls.lock.slots] });
  const readAgain = useAction(calls.lock.readCodes);
  const columns = useSlotColumns(device.id);
  const rowActions = useMemo(() => {
    const access = calls.lock.resolve.route.access;
    const run = (action: 'write' | 'delete' | 'adopt') => (row: SlotRow) =>
      resolve.ask({
        params: { ...params, slot: row.slot },
        body: {
          store: row.store,
          action,
          ...(action === 'adopt' ? { holder: { name: t(`codes.adopted.${row.store}`, { slot: row.slot }) } } : {}),
        },
      });
    const unmanaged = (row: SlotRow) => row.state === 'unmanaged';
    return [
      rowAction<SlotRow>('writeAgain', {
        icon: IconRefresh,
        access,
        shown: (row) => row.state === 'drift' || row.state === 'failed',
        run: run('write'),
      }),
      rowAction<SlotRow>('adopt', { icon: IconUserPlus, access, shown: unmanaged, run: run('adopt') }),
      rowAction<SlotRow>('deleteCode', { icon: IconTrash, access, danger: true, shown: unmanaged, run: run('delete') }),
    ];
  }, [calls, params, resolve.ask, t]);
  return (
    <>
      <Group>
        <Can access={calls.lock.readCodes.route.access}>
          <Button
            variant="default"
            leftSection={<IconRefresh size={iconSizes.md} aria-hidden />}
            loading={readAgain.pending}
            onClick={() => readAgain.run({ params })}
          >
            {t('codes.read')}
          </Button>
        </Can>
        <OfflineCodeButton device={device} />
      </Group>
      <ListView
        of={{ list: calls.lock.slots }}
        namespace="access"
        table={`${app.id}_access_codes`}
        rowKey="id"
        params={params}
        columns={columns}
        rowActions={rowActions}
        empty="code"
        live={live}
      />
    </>
  );
}
