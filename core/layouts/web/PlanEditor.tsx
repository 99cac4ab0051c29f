import { Button, Kbd, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Device } from '#core/devices/common/device.ts';
import { deviceLook } from '#core/devices/web/parts.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { layout as entity, type Layout } from '../common/layout.ts';
import { useText } from './api.ts';
import { DeviceMarker, type MarkerEdit } from './DeviceMarker.tsx';
import { DevicesPanel } from './DevicesPanel.tsx';
import classes from './Plan.module.css';
import { PlanStage, stageId } from './PlanStage.tsx';
import { type Spot, stepped } from './plan-math.ts';
import { usePlacing } from './use-placing.ts';

const middle: Spot = { x: 0.5, y: 0.5 };
const percent = (part: number) => Math.round(part * 100);
const inPercent = ({ x, y }: Spot) => ({ x: percent(x), y: percent(y) });
/** More names than this cover the plan; then each shows with its marker under the pointer or in focus. */
const mostNames = { phone: 4, wide: 40 };

/** Moving devices on a plan: chosen by pointer or carried by keys, and what is said of it to who cannot see it. */
function usePlanMoves(layout: Layout) {
  const t = useText();
  const phone = usePhone();
  const [said, say] = useState('');
  /** Chosen by pointer: the next tap on the plan places it. */
  const [picked, setPicked] = useState<Device | null>(null);
  /** Being moved by keys. */
  const [moving, setMoving] = useState<{ device: Device; at: Spot } | null>(null);
  const placing = usePlacing(layout, ({ device, to }, undone) => {
    const done = to
      ? t('said.placed', { name: device.name, ...inPercent(to) })
      : t('said.takenOff', { name: device.name });
    say(undone ? `${t('said.undone')} ${done}` : done);
  });

  const begin = (device: Device) => {
    const at = placing.standing(device.id) ?? middle;
    setPicked(null);
    setMoving({ device, at: { x: at.x, y: at.y } });
    say(t('said.moving', { name: device.name, ...inPercent(at) }));
  };
  const pick = (device: Device, byKeys: boolean) => {
    if (byKeys) return begin(device);
    setMoving(null);
    setPicked((before) => (before?.id === device.id ? null : device));
    // On a phone the plan stands above the list.
    if (phone) document.getElementById('plan')?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  };
  const put = (device: Device, spot: Spot) => {
    setPicked(null);
    setMoving(null);
    placing.place(device, spot);
  };
  const takeOff = (device: Device) => {
    setMoving(null);
    placing.place(device, null);
  };
  const takeOffByKey = (device: Device) => {
    takeOff(device);
    // The marker that held the focus is gone.
    document.getElementById(stageId)?.focus();
  };
  const cancel = () => {
    if (moving) {
      say(t('said.cancelled'));
      document.querySelector<HTMLElement>(`[data-device-row="${moving.device.id}"]`)?.focus();
    }
    setMoving(null);
    setPicked(null);
  };
  const moveTo = (device: Device, at: Spot) => {
    setMoving({ device, at });
    say(t('said.at', inPercent(at)));
  };
  return {
    said,
    picked,
    moving,
    placing,
    begin,
    pick,
    put,
    takeOff,
    takeOffByKey,
    cancel,
    moveTo,
    leave: () => setMoving(null),
  };
}
type PlanMoves = ReturnType<typeof usePlanMoves>;

/** What a key does to the marker in focus; false for a key that is none of its own. */
function onMarkerKey(moves: PlanMoves, device: Device, { key, shiftKey }: KeyboardEvent): boolean {
  const { moving } = moves;
  if (key === 'Delete' || key === 'Backspace') moves.takeOffByKey(device);
  else if (moving?.device.id !== device.id) {
    if (key !== ' ') return false;
    moves.begin(device);
  } else {
    const at = stepped(moving.at, key, shiftKey);
    if (at) moves.moveTo(device, at);
    else if (key === 'Enter') moves.put(device, moving.at);
    else if (key === 'Escape') moves.cancel();
    else return false;
  }
  return true;
}

/** The handlers of all markers: the same for good, so that they are not all drawn when one moves. */
function useMarkerEdit(moves: PlanMoves): MarkerEdit {
  const latest = useRef(moves);
  useEffect(() => {
    latest.current = moves;
  });
  return useMemo(
    () => ({
      onDrop: (device, spot) => latest.current.put(device, spot),
      onKey: (device, event) => {
        if (!onMarkerKey(latest.current, device, event)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onLeave: () => latest.current.leave(),
    }),
    [],
  );
}

/** Ctrl-Z takes the last move back, wherever the focus is but in a field. */
function useUndoKey({ undo, undoable }: PlanMoves['placing']): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea');
      if (typing || !(event.ctrlKey || event.metaKey) || event.key !== 'z' || !undoable) return;
      event.preventDefault();
      void undo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

/** A plan with its devices: dragged, tapped or moved by keys to where they stand. */
export function PlanEditor({ layout, actions }: { layout: Layout; actions: ReactNode }) {
  const t = useText();
  const phone = usePhone();
  const editable = usePermitted(entity.can('update'));
  const moves = usePlanMoves(layout);
  const { said, picked, moving, placing, put } = moves;
  const { undo, undoable } = placing;
  const edit = useMarkerEdit(moves);
  useUndoKey(placing);
  const isNew = moving && !placing.standing(moving.device.id);
  const shown = [
    ...placing.devices.map((device) => ({ device, at: moving?.device.id === device.id ? moving.at : device })),
    ...(moving && isNew ? [{ device: moving.device, at: moving.at }] : []),
  ];
  const hint = moving
    ? t('hint.moving')
    : picked
      ? t('hint.picked', { name: picked.name })
      : editable
        ? t(phone ? 'hint.phone' : 'hint.idle')
        : t('hint.looking');
  return (
    <div className={classes.editor} id="plan">
      <div className={classes.main}>
        <div className={classes.bar}>
          {editable && (
            <Button
              variant="default"
              disabled={!undoable}
              leftSection={<IconArrowBackUp size={iconSizes.md} aria-hidden />}
              onClick={() => void undo()}
            >
              {t('undo')}
            </Button>
          )}
          {actions}
        </div>
        {placing.failed ? (
          <FailedState onRetry={placing.retry} />
        ) : (
          <PlanStage
            layout={layout}
            aiming={picked !== null}
            crowded={shown.length > mostNames[phone ? 'phone' : 'wide']}
            onTap={(spot) => picked && put(picked, spot)}
            {...(editable
              ? { onDropped: (id: number, name: string, spot: Spot) => placing.place({ id, name }, spot) }
              : {})}
          >
            {(spotOf) =>
              shown.map(({ device, at }) => (
                <DeviceMarker
                  key={device.id}
                  device={device}
                  at={at}
                  look={deviceLook}
                  moving={moving?.device.id === device.id}
                  spotOf={spotOf}
                  edit={editable ? edit : undefined}
                />
              ))
            }
          </PlanStage>
        )}
        <div className={classes.status}>
          {hint} {moving && <Kbd>{t('hint.spot', inPercent(moving.at))}</Kbd>}
        </div>
        <VisuallyHidden id="plan-keys">{t('hint.keys')}</VisuallyHidden>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </div>
      <DevicesPanel
        layout={layout}
        placed={placing.devices}
        look={deviceLook}
        pickedId={picked?.id ?? moving?.device.id ?? null}
        {...(editable ? { onPick: moves.pick, onTakeOff: moves.takeOff } : {})}
      />
    </div>
  );
}
