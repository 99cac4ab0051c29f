import { Button, Kbd, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Device } from '#core/devices/common/device.ts';
import { deviceLook } from '#core/devices/web/parts.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { usePhone } from '#platform/web/shell/phone.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { FailedState } from '#platform/web/ui/FailedState.tsx';
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
/** More names than this cover the plan; then each shows with its marker under the pointer or in focus. */
const mostNames = { phone: 4, wide: 40 };

/** A plan with its devices: dragged, tapped or moved by keys to where they stand. */
export function PlanEditor({ layout, actions }: { layout: Layout; actions: ReactNode }) {
  const t = useText();
  const phone = usePhone();
  const look = deviceLook;
  const editable = usePermitted(entity.can('update'));
  const [said, say] = useState('');
  /** Chosen by pointer: the next tap on the plan places it. */
  const [picked, setPicked] = useState<Device | null>(null);
  /** Being moved by keys. */
  const [moving, setMoving] = useState<{ device: Device; at: Spot } | null>(null);
  const spoken = ({ x, y }: Spot) => ({ x: percent(x), y: percent(y) });
  const placing = usePlacing(layout, ({ device, to }, undone) =>
    say(
      `${undone ? `${t('said.undone')} ` : ''}${to ? t('said.placed', { name: device.name, ...spoken(to) }) : t('said.takenOff', { name: device.name })}`,
    ),
  );

  const begin = (device: Device) => {
    const at = placing.standing(device.id) ?? middle;
    setPicked(null);
    setMoving({ device, at: { x: at.x, y: at.y } });
    say(t('said.moving', { name: device.name, ...spoken(at) }));
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
  const onMarkerKey = (device: Device, event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    if (moving?.device.id !== device.id) {
      if (key === ' ') begin(device);
      else if (key === 'Delete' || key === 'Backspace') takeOffByKey(device);
      else return;
    } else {
      const at = stepped(moving.at, key, shiftKey);
      if (at) {
        setMoving({ device, at });
        say(t('said.at', spoken(at)));
      } else if (key === 'Enter') put(device, moving.at);
      else if (key === 'Delete' || key === 'Backspace') takeOffByKey(device);
      else if (key === 'Escape') cancel();
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const latest = useRef({ put, onMarkerKey });
  useEffect(() => {
    latest.current = { put, onMarkerKey };
  });
  // The same for all markers and for good, so that they are not all drawn when one moves.
  const edit = useMemo<MarkerEdit>(
    () => ({
      onDrop: (device, spot) => latest.current.put(device, spot),
      onKey: (device, event) => latest.current.onMarkerKey(device, event),
      onLeave: () => setMoving(null),
    }),
    [],
  );

  const { undo, undoable } = placing;
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
                  look={look}
                  moving={moving?.device.id === device.id}
                  spotOf={spotOf}
                  edit={editable ? edit : undefined}
                />
              ))
            }
          </PlanStage>
        )}
        <div className={classes.status}>
          {hint} {moving && <Kbd>{t('hint.spot', spoken(moving.at))}</Kbd>}
        </div>
        <VisuallyHidden id="plan-keys">{t('hint.keys')}</VisuallyHidden>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </div>
      <DevicesPanel
        layout={layout}
        placed={placing.devices}
        look={look}
        pickedId={picked?.id ?? moving?.device.id ?? null}
        {...(editable ? { onPick: pick, onTakeOff: takeOff } : {})}
      />
    </div>
  );
}
