import type { ReactNode } from 'react';
import { Figure, Figures } from '#core/telemetry/web/parts.tsx';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useText } from './texts.ts';
import type { TrailSums as Totals } from './trail.ts';

/** Distance, times and speeds of a trail; dashes while they are being read. */
export function TrailTotals({ totals }: { totals: Totals | undefined }) {
  const t = useText();
  const { number, language } = useFormats();
  const speed = (value: number | null) => (value === null ? '–' : t('speed', { value: number(value, 0) }));
  const lasting = (ms: number) => formatDuration(ms, language);
  const figures: [string, (of: Totals) => ReactNode][] = [
    [t('totals.distance'), ({ metres }) => t('km', { value: number(metres / 1000, 1) })],
    [t('totals.moving'), ({ movingMs }) => lasting(movingMs)],
    [t('totals.stopped'), ({ stoppedMs }) => lasting(stoppedMs)],
    [t('totals.stops'), ({ stops }) => number(stops)],
    [t('totals.meanSpeed'), ({ meanSpeed }) => speed(meanSpeed)],
    [t('totals.topSpeed'), ({ topSpeed }) => speed(topSpeed)],
  ];
  return (
    <Figures>
      {figures.map(([name, value]) => (
        <Figure key={name} name={name}>
          <bdi>{totals ? value(totals) : '–'}</bdi>
        </Figure>
      ))}
    </Figures>
  );
}
