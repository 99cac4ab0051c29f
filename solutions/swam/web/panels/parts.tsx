import type { ReactNode } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { ValueTiles } from '#core/devices/web/parts.tsx';
import { RequestError } from '#platform/web/client/request-error.ts';
import { EmptyPanel } from '#platform/web/ui/state/EmptyPanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { ScaleBand } from '../../common/derived/scale.ts';
import classes from './Panels.module.css';

export type PanelProps = { device: DeviceDetail };

/** Derived values are read again every five minutes. */
export const derivedOptions = { silent: true, refetchInterval: 300_000 } as const;

/** The tile of one value. */
export const Value = ({ device, sensor, size = 'md' }: PanelProps & { sensor: string; size?: 'md' | 'lg' }) => (
  <ValueTiles device={device} app="swam" only={[sensor]} size={size} />
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
