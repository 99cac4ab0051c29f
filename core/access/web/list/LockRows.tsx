import { Skeleton } from '@mantine/core';
import { IconBan, IconCircleCheck, IconKey, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useModelQuery } from '#core/device-app/web/parts.tsx';
import type { Device } from '#core/devices/common/device.ts';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import { canDo } from '#platform/common/permission-key.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { sizes } from '#platform/web/theme.ts';
import { type ListPart as AnyListPart, nothingAdded } from '#platform/web/ui/list/added-to-list.ts';
import { type RowAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { grantAddress } from '../addresses.ts';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';
import { HoldAction } from './HoldAction.tsx';

const namespace = 'access';
const { date } = columnsFor<Device>();
const tones: Record<string, Tone> = {
  locked: 'good',
  unlocked: 'ok',
  locking: 'ok',
  unlocking: 'ok',
  jammed: 'problem',
};
/** What is shut: a door, or the cable of a padlock. */
const doorSensors = ['door', 'cableInserted'] as const;

const valueOf = ({ values }: Device, sensor: string) => values.find((value) => value.sensor === sensor);

type Blocked = ReadonlySet<number>;

function useColumns(blocked: Blocked): Column<Device>[] {
  const t = useText();
  const { app } = useAccess();
  const { valueText, stateText } = useSensorTexts(app.id);
  const { date: dateText } = useFormats();
  return useMemo(() => {
    const textOf = (row: Device, sensor: string) => {
      const value = valueOf(row, sensor);
      return value && value.value !== null ? valueText(value) : '';
    };
    return [
      {
        field: 'lockState',
        namespace,
        width: 1,
        render: (row) =>
          blocked.has(row.id) ? (
            <StatusChip namespace={namespace} field="lockState" value="blocked" tones={{ blocked: 'problem' }} />
          ) : (
            <StatusChip
              namespace="devices"
              field="lockState"
              value={valueOf(row, 'lockState')?.value as string | null}
              tones={tones}
            />
          ),
        text: (row) =>
          blocked.has(row.id)
            ? t('values.lockState.blocked')
            : String(stateText('lockState', valueOf(row, 'lockState')?.value ?? null) ?? ''),
      },
      ...doorSensors.map(
        (sensor): Column<Device> => ({
          field: sensor,
          namespace,
          width: 1,
          render: (row) => <bdi>{textOf(row, sensor) || '–'}</bdi>,
          text: (row) => textOf(row, sensor),
        }),
      ),
      date('nextWakeAt', {
        namespace,
        width: 1,
        render: (row) => <Ago at={row.nextWakeAt} ahead />,
        text: (row) => dateText(row.nextWakeAt),
      }),
    ];
  }, [t, blocked, valueText, stateText, dateText]);
}

function useRowActions(isLock: (row: Device) => boolean, blocked: Blocked): RowAction<Device>[] {
  const { app, calls } = useAccess();
  const invalidates = useMemo(() => [calls.lock.blocked, calls.lock.state], [calls]);
  const close = useAction(calls.lock.lock, { keyed: true });
  const block = useAction(calls.lock.block, { keyed: true, invalidates });
  const unblock = useAction(calls.lock.unblock, { keyed: true, invalidates });
  return useMemo(() => {
    const on = (row: Device) => ({ resource: row.structure?.id ?? null });
    const args = (row: Device) => ({ params: { id: row.id }, body: {} });
    return [
      rowAction<Device>('hold', {
        namespace,
        on,
        icon: IconLockOpen,
        access: canDo(`${app.id}.device`, 'unlock'),
        shown: (row) => isLock(row) && !blocked.has(row.id),
        Control: HoldAction,
      }),
      rowAction<Device>('lock', {
        namespace,
        on,
        icon: IconLock,
        access: calls.lock.lock.route.access,
        shown: isLock,
        run: (row) => close.ask(args(row)),
      }),
      rowAction<Device>('give', {
        namespace,
        on,
        icon: IconKey,
        access: calls.userAccess.create.route.access,
        shown: isLock,
        to: (row) => grantAddress(app, { device: row.id }),
      }),
      rowAction<Device>('block', {
        namespace,
        on,
        icon: IconBan,
        danger: true,
        access: calls.lock.block.route.access,
        shown: (row) => isLock(row) && !blocked.has(row.id),
        run: (row) => block.ask(args(row)),
      }),
      rowAction<Device>('unblock', {
        namespace,
        on,
        icon: IconCircleCheck,
        access: calls.lock.unblock.route.access,
        shown: (row) => isLock(row) && blocked.has(row.id),
        run: (row) => unblock.ask(args(row)),
      }),
    ];
  }, [app, calls, isLock, blocked, close.ask, block.ask, unblock.ask]);
}

const none: Blocked = new Set();

/** The state and actions of locks in the list of devices. One call reads which of them are blocked. */
export const ListPart: AnyListPart = ({ fixed, children }) => {
  const { app, calls } = useAccess();
  const { solutionId } = (fixed ?? {}) as { solutionId?: number };
  const models = useModelQuery();
  const known = models.data?.data;
  const listed = useMemo(
    () => (known ?? []).filter((model) => solutionId === undefined || model.solutionId === solutionId),
    [known, solutionId],
  );
  const isModel = useMemo(() => (id: number) => Boolean(app.access?.models[id]), [app]);
  const concerned = listed.some(({ id }) => isModel(id));
  const query = useData(calls.lock.blocked, {}, { enabled: concerned, silent: true });
  useLive(concerned ? ['access'] : [], () => void query.refetch(), calls.lock.blocked.key());
  const blocked = useMemo(
    () => (query.data ? new Set(query.data.map(({ deviceId }) => deviceId)) : none),
    [query.data],
  );
  const isLock = useMemo(() => (row: Device) => row.state === 'installed' && isModel(row.hardware.id), [isModel]);
  const columns = useColumns(blocked);
  const rowActions = useRowActions(isLock, blocked);
  const added = useMemo(() => {
    if (!concerned) return nothingAdded;
    // Among other devices the columns of locks would be empty for most.
    if (solutionId === undefined)
      return { columns: columns.map((column) => ({ ...column, hidden: true })), rowActions, shows: [] };
    const sleeps = listed.some(({ connectivity }) => connectivity !== 'session');
    const has = (sensor: string) => listed.some(({ sensors }) => sensors.some(({ name }) => name === sensor));
    const absent = [...doorSensors.filter((sensor) => !has(sensor)), ...(sleeps ? [] : ['nextWakeAt'])];
    return {
      columns: columns.filter(({ field }) => !absent.includes(field)),
      rowActions,
      shows: ['lockState', ...doorSensors, ...(sleeps ? ['nextWakeAt'] : [])],
    };
  }, [listed, concerned, solutionId, columns, rowActions]);
  // Without the models the list is shown as it is.
  if (models.isPending) return <Skeleton h={sizes.chart} radius="lg" aria-busy />;
  return children(added);
};
