import { Popover } from '@mantine/core';
import { IconAlertOctagonFilled, IconCircleCheckFilled, IconEyeOff, IconMoonFilled } from '@tabler/icons-react';
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
import { type DeviceAppearance, DeviceCard, deviceState } from '#core/devices/web/parts.tsx';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { severityIcons } from '#platform/web/ui/values/StatusChip.tsx';
import type { Severity } from '#platform/web/ui/values/severity.ts';
import { useText } from './api.ts';
import classes from './Plan.module.css';
import type { Spot } from './plan-math.ts';

type Props = {
  device: Device & { severity?: Severity | null };
  at: Spot;
  appearance: DeviceAppearance;
  /** Being moved by keyboard; the marker takes the focus. */
  moving: boolean;
  spotOf(client: { clientX: number; clientY: number }): Spot | null;
  /** Undefined for readers. */
  edit: MarkerEdit | undefined;
};

export type MarkerEdit = {
  onDrop(device: Device, spot: Spot): void;
  onKey(device: Device, event: KeyboardEvent): void;
  /** The marker lost the focus while it was moved. */
  onLeave(): void;
};

const stateIcons = {
  online: IconCircleCheckFilled,
  sleeping: IconMoonFilled,
  offline: IconAlertOctagonFilled,
  hidden: IconEyeOff,
};
/** Movements below this distance in pixels are clicks. */
const dragThreshold = 5;

/**
 * A device on the plan as a link to its page: icon, name and state, with its values on hover and focus. Memoized, because
 * a plan can have a thousand markers.
 */
export const DeviceMarker = memo(function DeviceMarker({ device, at, appearance, moving, spotOf, edit }: Props) {
  const t = useText();
  const kitText = useKitText();
  const link = useRef<HTMLAnchorElement>(null);
  const press = useRef<{ x: number; y: number; dragged: boolean } | null>(null);
  const [drag, setDrag] = useState<Spot | null>(null);
  const [hovered, setHovered] = useState(false);
  useEffect(() => {
    if (moving) link.current?.focus();
  }, [moving]);
  const state = deviceState(device);
  const { severity } = device;
  const [Icon, StateIcon] = [appearance.iconOf(device), severity ? severityIcons[severity] : stateIcons[state]];
  const stateText = [t(`states.${state}`), ...(severity ? [kitText(`values.severity.${severity}`)] : [])].join(' · ');
  const spot = drag ?? at;

  function onPointerDown(event: PointerEvent) {
    event.stopPropagation();
    press.current = { x: event.clientX, y: event.clientY, dragged: false };
    if (edit && event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
  }
  function onPointerMove(event: PointerEvent) {
    const { current } = press;
    if (!edit || !current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    current.dragged ||= Math.hypot(event.clientX - current.x, event.clientY - current.y) > dragThreshold;
    const target = current.dragged && spotOf(event);
    if (target) setDrag(target);
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
        to={appearance.addressOf(device)}
        className={classes.marker}
        style={place}
        data-state={state}
        data-severity={severity ?? undefined}
        data-moving={moving || drag !== null || undefined}
        data-device={device.id}
        draggable={false}
        aria-label={t('marker', { name: device.name, state: stateText })}
        aria-describedby={edit ? 'plan-keys' : undefined}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(null)}
        onClick={(event) => {
          if (press.current?.dragged || moving) event.preventDefault();
          press.current = null;
        }}
        onKeyDown={(event) => edit?.onKey(device, event)}
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        onFocus={() => setHovered(true)}
        onBlur={() => {
          setHovered(false);
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
      {hovered && !drag && !moving && (
        <Popover opened position="top" withinPortal withRoles={false} shadow="md">
          <Popover.Target>
            <span className={classes.anchor} style={place} />
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
