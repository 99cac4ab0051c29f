import { useThrottledCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { isShownAt } from '#core/alarms/common/shown-at.ts';
import type { Device } from '#core/devices/common/device.ts';
import { patchDevice, placeTopic } from '#core/devices/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { type LiveEvent, useLive } from '#platform/web/client/live/live.ts';
import { patchQueries, refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { Layout, LayoutDevice, PreviousPlacement } from '../common/layout.ts';
import { api } from './api.ts';
import type { Spot } from './plan-math.ts';

/** A device with all its data can be shown before the server answers. */
type Placeable = Device | Pick<Device, 'id' | 'name'>;
/** `back`: the previous placement of a new device, restored by undo. */
type Step = { device: Placeable; from: Spot | null; to: Spot | null; back?: PreviousPlacement | undefined };
const noDevices: readonly LayoutDevice[] = [];
/** Values of many devices are shown together, once in this many milliseconds. */
const gatherMs = 500;

/** The devices on the plan after a step. */
function stepped(rows: readonly LayoutDevice[], { device, to }: Step): readonly LayoutDevice[] {
  if (!to) return rows.filter((row) => row.id !== device.id);
  if (rows.some((row) => row.id === device.id))
    return rows.map((row) => (row.id === device.id ? { ...row, ...to } : row));
  return 'serial' in device ? [...rows, { severity: null, ...device, ...to }] : rows;
}

const spotOf = ({ x, y }: Spot): Spot => ({ x, y });

/** The devices on the plan, updated live. */
function usePlacedDevices(layout: Layout) {
  const client = useQueryClient();
  const args = { params: { id: layout.id } };
  const key = api.layout.placed.key(args);
  const found = useData(api.layout.placed, args);
  const events = useRef<LiveEvent[]>([]);
  const show = useThrottledCallback(() => {
    const byDevice = Map.groupBy(events.current.splice(0), ({ data }) => (data as { id: number }).id);
    patchQueries<LayoutDevice[]>(client, key, (rows) =>
      rows.map((row) =>
        (byDevice.get(row.id) ?? []).reduce((patched, event) => patchDevice(patched, event) ?? patched, row),
      ),
    );
  }, gatherMs);
  useLive(
    ['devices', 'alarms', placeTopic(layout)],
    (event) => {
      if (event.topic === 'alarms') {
        if (isShownAt(event.data, found.data?.map(({ id }) => id) ?? [])) refetchQueries(client, key);
        return;
      }
      if (event.topic === 'devices' && event.type === 'changed')
        return refetchQueries(client, api.layout.placed.keyPrefix);
      events.current.push(event);
      show();
    },
    key,
  );
  return { found, key };
}

/** The devices on a plan, updated live, and their moves, which are shown at once and can be undone. */
export function usePlacing(layout: Layout, onDone: (step: Step, undone: boolean) => void) {
  const client = useQueryClient();
  const { found, key } = usePlacedDevices(layout);
  const stored = found.data ?? noDevices;
  const [underWay, setUnderWay] = useState<readonly Step[]>([]);
  // Pending steps are applied to the answers of the server, so that an older answer does not remove a marker.
  const devices = useMemo(() => underWay.reduce(stepped, stored), [underWay, stored]);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const add = useAction(api.layout.addDevice);
  const remove = useAction(api.layout.deleteDevice);

  const standing = (id: number) => devices.find((one) => one.id === id);

  // Steps are sent one after the other, in their order.
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  async function send({ device, to, back }: Step): Promise<PreviousPlacement | true> {
    const params = { id: layout.id };
    if (to) {
      const { before } = await add.ask({ params, body: { deviceId: device.id, ...to }, silent: 'success' });
      return before;
    }
    await remove.ask({ params, body: { deviceId: device.id, ...(back ? { back } : {}) }, silent: 'success' });
    return true;
  }
  /** The previous state, if the server accepted the step. */
  async function go(step: Step): Promise<PreviousPlacement | true | null> {
    setUnderWay((all) => [...all, step]);
    const sent = turn.current.then(() => send(step));
    turn.current = Promise.allSettled([sent]);
    try {
      const held = await sent;
      // The step is stored: older answers must not revert it, and the data is refetched.
      await client.cancelQueries({ queryKey: key });
      client.setQueryData<readonly LayoutDevice[]>(key, (rows) => rows && stepped(rows, step));
      void client.invalidateQueries({ queryKey: api.layout.placed.keyPrefix });
      return held;
    } catch (error) {
      // The client has shown the error; the plan shows the stored state again.
      if (!(error instanceof RequestError)) throw error;
      void client.invalidateQueries({ queryKey: api.layout.placed.keyPrefix });
      return null;
    } finally {
      setUnderWay((all) => all.filter((one) => one !== step));
    }
  }
  async function take(device: Placeable, to: Spot | null): Promise<void> {
    const before = standing(device.id);
    const step = { device, from: before ? spotOf(before) : null, to };
    const held = await go(step);
    if (!held) return;
    setSteps((all) => [...all, before || held === true ? step : { ...step, back: held }]);
    onDone(step, false);
  }
  return {
    devices,
    loading: found.isPending,
    failed: found.isError,
    retry: () => void found.refetch(),
    standing,
    /** Places or moves a device on the plan; null removes it. */
    place: (device: Placeable, to: Spot | null): void => void take(device, to),
    undoable: steps.length > 0 && !add.pending && !remove.pending,
    async undo(): Promise<void> {
      const last = steps.at(-1);
      if (!last) return;
      setSteps((all) => all.slice(0, -1));
      const back = { device: last.device, from: last.to, to: last.from, back: last.back };
      if (await go(back)) onDone(back, true);
    },
  };
}
