import type { ReactNode } from 'react';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import classes from './Tracking.module.css';
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
    <dl className={classes.totals}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
