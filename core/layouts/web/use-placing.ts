import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Device } from '#core/devices/common/device.ts';
import { patchDevice, topicOf } from '#core/devices/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { PlacedDevice, Stood } from '../common/layout.ts';
import { api } from './api.ts';
import type { Spot } from './plan-math.ts';

/** With all that is known of it, it shows on the plan before the server has answered. */
type Placeable = Device | Pick<Device, 'id' | 'name'>;
/** `back`: where a device that is new on the plan goes when that is taken back. */
type Step = { device: Placeable; from: Spot | null; to: Spot | null; back?: Stood | undefined };
const noDevices: readonly PlacedDevice[] = [];
/** What one stream of events takes; the rest is read anew now and then. */
const mostTopics = 190;

/** What stands on the plan once a step is done. */
function stepped(rows: readonly PlacedDevice[], { device, to }: Step): readonly PlacedDevice[] {
  if (!to) return rows.filter((row) => row.id !== device.id);
  if (rows.some((row) => row.id === device.id))
    return rows.map((row) => (row.id === device.id ? { ...row, ...to } : row));
  return 'serial' in device ? [...rows, { ...device, ...to }] : rows;
}

const spotOf = ({ x, y }: Spot): Spot => ({ x, y });

/** The devices on a plan as they report, and their moves, which show at once and can be taken back. */
export function usePlacing(layoutId: number, onDone: (step: Step, undone: boolean) => void) {
  const client = useQueryClient();
  const args = { params: { id: layoutId } };
  const key = api.layout.placed.key(args);
  const found = useData(api.layout.placed, args);
  const told = found.data ?? noDevices;
  const [underWay, setUnderWay] = useState<readonly Step[]>([]);
  // Steps are laid over what the server tells: an answer from before a step does not take its marker away.
  const devices = useMemo(() => underWay.reduce(stepped, told), [underWay, told]);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const add = useAction(api.layout.addDevice);
  const remove = useAction(api.layout.deleteDevice);

  const change = (after: (rows: PlacedDevice[]) => PlacedDevice[]) =>
    client.setQueryData<PlacedDevice[]>(key, (rows) => (rows ? after(rows) : rows));
  useLive(
    ['devices', ...told.slice(0, mostTopics).map((one) => topicOf(one.id))],
    (event) => {
      if (event.topic === 'devices' && event.type === 'changed')
        void client.invalidateQueries({ queryKey: api.layout.placed.family });
      else change((rows) => rows.map((row) => patchDevice(row, event) ?? row));
    },
    key,
  );

  const standing = (id: number) => devices.find((one) => one.id === id);

  /** What held before, if the server took it. */
  async function go(step: Step): Promise<Stood | true | null> {
    const { device, to, back } = step;
    const params = { id: layoutId };
    setUnderWay((all) => [...all, step]);
    try {
      if (to) {
        const { before } = await add.ask({ params, body: { deviceId: device.id, ...to }, silent: 'success' });
        return before;
      }
      await remove.ask({ params, body: { deviceId: device.id, ...(back ? { back } : {}) }, silent: 'success' });
      return true;
    } catch (error) {
      // Told by a notice; the plan shows again what holds.
      if (!(error instanceof RequestError)) throw error;
      void client.invalidateQueries({ queryKey: api.layout.placed.family });
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
    /** Puts a device on the plan or moves it there; null takes it off. */
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
