import { ActionIcon, DirectionProvider, Slider, Text, VisuallyHidden } from '@mantine/core';
import { IconMinus, IconPlayerPauseFilled, IconPlayerPlayFilled, IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useStore } from '#platform/web/client/store.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { TrackSegment, TrailPoint } from '../common/tracking.ts';
import type { Playback } from './playback.ts';
import classes from './Tracking.module.css';
import { useText } from './texts.ts';
import { firstAfter, placeAtTime } from './trail.ts';

type Props = { playback: Playback; points: readonly TrailPoint[]; segments: readonly TrackSegment[] };
/** The page shows the time of the playback in steps, so that it is not rendered at each frame. */
const shownEveryMs = 1000;

/** Plays the trail: a button, a scrubber with the stops, trips and gaps, and the speed. Keys: space, arrows, comma, full stop. */
export function PlaybackBar({ playback, points, segments }: Props) {
  const t = useText();
  const { date, number } = useFormats();
  const { seek, toggle, change } = playback;
  const { from, to } = useStore(playback.bounds);
  const playing = useStore(playback.playing);
  const factor = useStore(playback.factor);
  const step = shownEveryMs * (playing ? Math.max(1, factor / 10) : 1);
  const shown = useStore(playback.time, (time) => (time >= to ? to : Math.floor(time / step) * step));
  const place = placeAtTime(points, shown);
  const onKey = (event: KeyboardEvent) => {
    // A button takes the space key itself.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
    const next = firstAfter(points, playback.time.get());
    if (event.key === ' ') toggle();
    else if (event.key === 'ArrowRight') seek(points[next]?.[0] ?? to);
    else if (event.key === 'ArrowLeft') seek(points[Math.max(0, next - 2)]?.[0] ?? from);
    else if (event.key === '.') change(1);
    else if (event.key === ',') change(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes.bar} dir="ltr" onKeyDownCapture={onKey}>
      <ActionIcon
        size="xl"
        radius="xl"
        variant="filled"
        onClick={toggle}
        aria-label={t(playing ? 'play.pause' : 'play.play')}
      >
        {playing ? (
          <IconPlayerPauseFilled size={iconSizes.lg} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={iconSizes.lg} aria-hidden />
        )}
      </ActionIcon>
      <div className={classes.scrubber}>
        {/* Time goes from left to right in both languages, as in the strip below and in charts. */}
        <DirectionProvider initialDirection="ltr" detectDirection={false}>
          <Slider
            min={from}
            max={Math.max(to, from + 1)}
            value={Math.min(to, Math.max(from, shown))}
            onChange={seek}
            label={null}
            thumbLabel={t('play.time')}
            classNames={{ thumb: classes.thumb ?? '' }}
            thumbProps={{ 'aria-valuetext': date(shown) }}
          />
        </DirectionProvider>
        <Strip from={from} to={to} segments={segments} />
      </div>
      <Text size="sm" className={classes.now}>
        {place && <Bdi>{date(shown)}</Bdi>}
        {place?.speed !== undefined && place?.speed !== null && (
          <>
            {' · '}
            <bdi>{t('speed', { value: number(place.speed, 0) })}</bdi>
          </>
        )}
      </Text>
      <ActionIcon onClick={() => change(-1)} aria-label={t('play.slower')}>
        <IconMinus size={iconSizes.md} aria-hidden />
      </ActionIcon>
      <Text size="sm" aria-live="polite">
        <VisuallyHidden>{t('play.factor')} </VisuallyHidden>
        <Bdi>{`${number(factor)}×`}</Bdi>
      </Text>
      <ActionIcon onClick={() => change(1)} aria-label={t('play.faster')}>
        <IconPlus size={iconSizes.md} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** Stops, trips and gaps under the scrubber. */
function Strip({ from, to, segments }: { from: number; to: number; segments: readonly TrackSegment[] }) {
  const whole = Math.max(1, to - from);
  const within = (time: string) => Math.min(to, Math.max(from, Date.parse(time)));
  return (
    <div className={classes.strip} aria-hidden>
      {segments.map((segment) => (
        <span
          key={segment.from}
          data-kind={segment.kind}
          style={{ inlineSize: `${((within(segment.to) - within(segment.from)) / whole) * 100}%` }}
        />
      ))}
    </div>
  );
}
