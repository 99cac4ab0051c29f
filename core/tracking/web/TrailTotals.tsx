import type { ReactNode } from 'react';
import { Figure, Figures } from '#core/telemetry/web/parts.tsx';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useText } from './texts.ts';
import type { TrailTotals as Totals } from './trail.ts';

/** Distance, times and speeds of a trail. */
export function TrailTotals({ totals }: { totals: Totals }) {
  const t = useText();
  const { number, language } = useFormats();
  const speed = (value: number | null) => (value === null ? '–' : t('speed', { value: number(value, 0) }));
  const lasting = (ms: number) => formatDuration(ms, language);
  const figures: [string, ReactNode][] = [
    [t('totals.distance'), t('km', { value: number(totals.metres / 1000, 1) })],
    [t('totals.moving'), lasting(totals.movingMs)],
    [t('totals.stopped'), lasting(totals.stoppedMs)],
    [t('totals.stops'), number(totals.stops)],
    [t('totals.meanSpeed'), speed(totals.meanSpeed)],
    [t('totals.topSpeed'), speed(totals.topSpeed)],
  ];
  return (
    <Figures>
      {figures.map(([name, value]) => (
        <Figure key={name} name={name}>
          <bdi>{value}</bdi>
        </Figure>
      ))}
    </Figures>
  );
}
