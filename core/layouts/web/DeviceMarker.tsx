import { Popover } from '@mantine/core';
import { IconAlertOctagonFilled, IconCircleCheckFilled, IconEyeOff } from '@tabler/icons-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import type { Device } from '#core/devices/common/device.ts';
import { DeviceCard, type DeviceLook, deviceState } from '#core/devices/web/parts.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useText } from './api.ts';
import classes from './Plan.module.css';
import type { Spot } from './plan-math.ts';

type Props = {
  device: Device;
  at: Spot;
  look: DeviceLook;
  /** Being moved by the keys: it holds the focus. */
  moving: boolean;
  spotOf(client: { clientX: number; clientY: number }): Spot | null;
  /** Left out for those who only look. */
  edit: MarkerEdit | undefined;
};

export type MarkerEdit = {
  onDrop(device: Device, spot: Spot): void;
  onKey(device: Device, event: KeyboardEvent): void;
  /** The focus went elsewhere while it was moved. */
  onLeave(): void;
};

const stateIcons = { online: IconCircleCheckFilled, offline: IconAlertOctagonFilled, hidden: IconEyeOff };
/** Less is a click. Pixels. */
const dragSlack = 5;

/**
 * A device on the plan: its kind, name and state; what it measures on hover and focus. It leads to its page. A thousand
 * stand on one plan: each is drawn anew only when it changes itself.
 */
export const DeviceMarker = memo(function DeviceMarker({ device, at, look, moving, spotOf, edit }: Props) {
  const t = useText();
  const link = useRef<HTMLAnchorElement>(null);
  const grip = useRef<{ x: number; y: number; dragged: boolean } | null>(null);
  const [drag, setDrag] = useState<Spot | null>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (moving) link.current?.focus();
  }, [moving]);
  const state = deviceState(device);
  const [Icon, StateIcon] = [look.iconOf(device), stateIcons[state]];
  const spot = drag ?? at;

  function onPointerDown(event: PointerEvent) {
    event.stopPropagation();
    grip.current = { x: event.clientX, y: event.clientY, dragged: false };
    if (edit && event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
  }
  function onPointerMove(event: PointerEvent) {
    const { current } = grip;
    if (!edit || !current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    current.dragged ||= Math.hypot(event.clientX - current.x, event.clientY - current.y) > dragSlack;
    const under = current.dragged && spotOf(event);
    if (under) setDrag(under);
  }
  function onPointerUp() {
    if (drag) edit?.onDrop(device, drag);
    setDrag(null);
  }
  const place = { '--x': spot.x, '--y': spot.y } as CSSProperties;
  return (
    <>
      <Link
        ref={link}
        to={look.addressOf(device)}
        className={classes.marker}
        style={place}
        data-state={state}
        data-moving={moving || drag !== null || undefined}
        data-device={device.id}
        draggable={false}
        aria-label={t('marker', { name: device.name, state: t(`states.${state}`) })}
        aria-describedby={edit ? 'plan-keys' : undefined}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(null)}
        onClick={(event) => {
          if (grip.current?.dragged || moving) event.preventDefault();
          grip.current = null;
        }}
        onKeyDown={(event) => edit?.onKey(device, event)}
        onPointerEnter={() => setNear(true)}
        onPointerLeave={() => setNear(false)}
        onFocus={() => setNear(true)}
        onBlur={() => {
          setNear(false);
          if (moving) edit?.onLeave();
        }}
      >
        <span className={classes.dot}>
          <Icon size={iconSizes.md} aria-hidden />
          <StateIcon size={iconSizes.sm} className={classes.state} aria-hidden />
        </span>
        <span className={classes.label} aria-hidden>
          <bdi>{device.name}</bdi>
        </span>
      </Link>
      {near && !drag && !moving && (
        <Popover opened position="top" withinPortal withRoles={false} shadow="md">
          <Popover.Target>
            <span className={classes.beside} style={place} />
          </Popover.Target>
          <Popover.Dropdown className={classes.card} dir="auto">
            <strong>
              <bdi>{device.name}</bdi>
            </strong>
            {/* Its app may be one whose texts this page has not read yet: the plan stays meanwhile. */}
            <Suspense>
              <DeviceCard device={device} app={device.app} />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
});
