import type { ReactNode } from 'react';
import type { Severity } from '#core/alarms/common/severity.ts';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { severityIcons, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import classes from './Conclusion.module.css';

type FrameProps = {
  severity?: Severity;
  drawing: ReactNode;
  /** On phones the drawing is below the text. */
  valueFirst?: true;
  children: ReactNode;
};

/** A drawing with large text next to it. */
export const ConclusionFrame = ({ severity, drawing, valueFirst, children }: FrameProps) => (
  <div className={classes.conclusion} data-severity={severity} data-value-first={valueFirst}>
    <div className={classes.drawing}>{drawing}</div>
    <div className={classes.words}>{children}</div>
  </div>
);

type Props = {
  device: DeviceDetail;
  /** The values that it evaluates. */
  sensors: readonly string[];
  severity: Severity;
  title: ReactNode;
  drawing: ReactNode;
  children?: ReactNode;
};

/** The meaning of the values, in large type, with a drawing. */
export const Conclusion = ({ device, sensors, severity, title, drawing, children }: Props) => (
  <ConclusionFrame severity={severity} drawing={drawing}>
    <p className={classes.title}>
      <SeverityIcon severity={severity} />
      {title}
    </p>
    <StaleChip device={device} sensors={sensors} />
    {children}
  </ConclusionFrame>
);

/** The icon of a severity, so that no state is conveyed only by its colour. */
function SeverityIcon({ severity }: { severity: Severity }) {
  const Icon = severityIcons[severity];
  return <Icon size={iconSizes.lg} className={classes.icon} aria-hidden />;
}

/** Shows that one of these values is stale. */
function StaleChip({ device, sensors }: Pick<Props, 'device' | 'sensors'>) {
  const kit = useKitText();
  const now = useNow();
  const stale = device.values.some(
    ({ sensor, time }) =>
      sensors.includes(sensor) && time !== null && now - Date.parse(time) > device.staleAfterSeconds * 1000,
  );
  return stale ? <ToneChip tone="poor">{kit('device.stale')}</ToneChip> : null;
}
