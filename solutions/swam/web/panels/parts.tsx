import type { ReactNode } from 'react';
import type { Severity } from '#core/alarms/common/severity.ts';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { ValueTiles } from '#core/devices/web/parts.tsx';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { EmptyPanel } from '#platform/web/ui/state/EmptyPanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { severityIcons, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { ScaleBand } from '../../common/derived/scale.ts';
import classes from './Panels.module.css';

export type PanelProps = { device: DeviceDetail };

/** Derived values are read again every five minutes. */
export const derivedOptions = { silent: true, refetchInterval: 300_000 } as const;

/** The newest numbers of a device by sensor key. */
export const numbersOf = (
  { values }: Pick<DeviceDetail, 'values'>,
  sensors?: readonly string[],
): Record<string, number> =>
  Object.fromEntries(
    values.flatMap(({ sensor, value }) =>
      typeof value === 'number' && (sensors?.includes(sensor) ?? true) ? [[sensor, value]] : [],
    ),
  );

/** The tile of one value. */
export const Value = ({ device, sensor, size = 'md' }: PanelProps & { sensor: string; size?: 'md' | 'lg' }) => (
  <ValueTiles device={device} app="swam" only={[sensor]} size={size} />
);

/** Shows that one of these values is stale. */
function StaleChip({ device, sensors }: PanelProps & { sensors: readonly string[] }) {
  const kit = useKitText();
  const now = useNow();
  const stale = device.values.some(
    ({ sensor, time }) =>
      sensors.includes(sensor) && time !== null && now - Date.parse(time) > device.staleAfterSeconds * 1000,
  );
  return stale ? <ToneChip tone="poor">{kit('device.stale')}</ToneChip> : null;
}

type ConclusionProps = PanelProps & {
  /** The values that it evaluates. */
  sensors: readonly string[];
  severity: Severity;
  title: ReactNode;
  drawing: ReactNode;
  children?: ReactNode;
};

/** The icon of a severity, so that no state is conveyed only by its colour. */
function SeverityIcon({ severity }: { severity: Severity }) {
  const Icon = severityIcons[severity];
  return <Icon size={iconSizes.lg} className={classes.icon} aria-hidden />;
}

/** The meaning of the values, in large type, with a drawing. */
export const Conclusion = ({ device, sensors, severity, title, drawing, children }: ConclusionProps) => (
  <div className={classes.conclusion} data-severity={severity}>
    <div className={classes.drawing}>{drawing}</div>
    <div className={classes.words}>
      <p className={classes.title}>
        <SeverityIcon severity={severity} />
        {title}
      </p>
      <StaleChip device={device} sensors={sensors} />
      {children}
    </div>
  </div>
);

/** A scale with the position of a value. It is hidden from screen readers, because the value is written next to it. */
export function ScaleBar({ bands, value }: { bands: readonly ScaleBand[]; value: number | undefined }) {
  const [from, to] = [bands[0]?.from ?? 0, bands.at(-1)?.to ?? 1];
  const share = (part: number) => `${(part / (to - from)) * 100}%`;
  const at = value === undefined ? null : Math.min(to, Math.max(from, value)) - from;
  return (
    <div className={classes.scale} aria-hidden>
      {bands.map((band) => (
        <span key={band.from} data-severity={band.severity} style={{ inlineSize: share(band.to - band.from) }} />
      ))}
      {at !== null && <i style={{ insetInlineStart: share(at) }} />}
    </div>
  );
}

type DerivedProps<T> = {
  /** The usual height in px, while it loads. */
  height?: number;
  of: { data: T | undefined; isError: boolean; error: Error | null; refetch(): unknown };
  children(data: T): ReactNode;
};

/** What is derived from the history, its loading, its failure, or that there is nothing to derive from. */
export function Derived<T>({ of, height = 120, children }: DerivedProps<T>) {
  if (of.data !== undefined) return children(of.data);
  if (of.error instanceof RequestError && of.error.status === 477) return <EmptyPanel kind="readings" />;
  return <QueryBoundary of={of} height={height} />;
}
