import { Button, Kbd, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Device } from '#core/devices/common/device.ts';
import { deviceAppearance } from '#core/devices/web/parts.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import { severities } from '#platform/web/ui/values/severity.ts';
import { layout as entity, type Layout, type LayoutDevice } from '../common/layout.ts';
import { useText } from './api.ts';
import { DeviceMarker, type MarkerEdit } from './DeviceMarker.tsx';
import { DevicesPanel } from './DevicesPanel.tsx';
import { ShownItems } from './items/ShownItems.tsx';
import classes from './Plan.module.css';
import { PlanStage, stageId } from './PlanStage.tsx';
import { type Spot, stepped } from './plan-math.ts';
import { usePlacing } from './use-placing.ts';

const center: Spot = { x: 0.5, y: 0.5 };
const percent = (part: number) => Math.round(part * 100);
const inPercent = ({ x, y }: Spot) => ({ x: percent(x), y: percent(y) });
/** With more devices, names are shown on hover and focus only. */
const maxNames = { phone: 1, wide: 40 };

/** Moving devices on a plan by pointer or keyboard, with announcements for screen readers. */
function usePlanMoves(layout: Layout) {
  const t = useText();
  const phone = usePhone();
  const [announcement, announce] = useState('');
  /** Selected by pointer: the next tap on the plan places it. */
  const [picked, setPicked] = useState<Device | null>(null);
  /** Being moved by keyboard. */
  const [moving, setMoving] = useState<{ device: Device; at: Spot } | null>(null);
  const placing = usePlacing(layout, ({ device, to }, undone) => {
    const done = to
      ? t('said.placed', { name: device.name, ...inPercent(to) })
      : t('said.takenOff', { name: device.name });
    announce(undone ? `${t('said.undone')} ${done}` : done);
  });

  const startMoving = (device: Device) => {
    const at = placing.standing(device.id) ?? center;
    setPicked(null);
    setMoving({ device, at: { x: at.x, y: at.y } });
    announce(t('said.moving', { name: device.name, ...inPercent(at) }));
  };
  const pick = (device: Device, byKeys: boolean) => {
    if (byKeys) return startMoving(device);
    setMoving(null);
    setPicked((before) => (before?.id === device.id ? null : device));
    // On phones the plan is above the list.
    if (phone) document.getElementById('plan')?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  };
  const placeDevice = (device: Device, spot: Spot) => {
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
    // The focused marker is gone.
    document.getElementById(stageId)?.focus();
  };
  const cancel = () => {
    if (moving) {
      announce(t('said.cancelled'));
      document.querySelector<HTMLElement>(`[data-device-row="${moving.device.id}"]`)?.focus();
    }
    setMoving(null);
    setPicked(null);
  };
  const moveTo = (device: Device, at: Spot) => {
    setMoving({ device, at });
    announce(t('said.at', inPercent(at)));
  };
  return {
    said: announcement,
    picked,
    moving,
    placing,
    begin: startMoving,
    pick,
    put: placeDevice,
    takeOff,
    takeOffByKey,
    cancel,
    moveTo,
    leave: () => setMoving(null),
  };
}
type PlanMoves = ReturnType<typeof usePlanMoves>;

/** Handles a key on the focused marker. Returns false for other keys. */
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

/** The handlers of all markers, stable so that memoized markers are not rendered again. */
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

/** Ctrl-Z undoes the last move, except in input fields. */
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

/** What the colours and icons of alarms on the markers mean. */
function Legend({ devices }: { devices: readonly LayoutDevice[] }) {
  const t = useText();
  const present = severities.filter((one) => devices.some(({ severity }) => severity === one));
  if (present.length === 0) return null;
  return (
    <div className={classes.legend}>
      {t('legend')}
      {present.map((severity) => (
        <SeverityChip key={severity} value={severity} />
      ))}
    </div>
  );
}

/** A plan with its devices, which can be placed by dragging, tapping and keyboard. */
export function DevicesEditor({ layout, actions }: { layout: Layout; actions: ReactNode }) {
  const t = useText();
  const phone = usePhone();
  const editable = usePermitted(entity.can('update'));
  const moves = usePlanMoves(layout);
  const { said: announcement, picked, moving, placing, put: placeDevice } = moves;
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
            crowded={shown.length > maxNames[phone ? 'phone' : 'wide']}
            onTap={(spot) => picked && placeDevice(picked, spot)}
            {...(editable
              ? { onDropped: (id: number, name: string, spot: Spot) => placing.place({ id, name }, spot) }
              : {})}
          >
            {(spotOf) => (
              <>
                <ShownItems layout={layout} spotOf={spotOf} />
                {shown.map(({ device, at }) => (
                  <DeviceMarker
                    key={device.id}
                    device={device}
                    at={at}
                    appearance={deviceAppearance}
                    moving={moving?.device.id === device.id}
                    spotOf={spotOf}
                    edit={editable ? edit : undefined}
                  />
                ))}
              </>
            )}
          </PlanStage>
        )}
        <Legend devices={placing.devices} />
        <div className={classes.status}>
          {hint} {moving && <Kbd>{t('hint.spot', inPercent(moving.at))}</Kbd>}
        </div>
        <VisuallyHidden id="plan-keys">{t('hint.keys')}</VisuallyHidden>
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      </div>
      <DevicesPanel
        layout={layout}
        placed={placing.devices}
        appearance={deviceAppearance}
        pickedId={picked?.id ?? moving?.device.id ?? null}
        {...(editable ? { onPick: moves.pick, onTakeOff: moves.takeOff } : {})}
      />
    </div>
  );
}
