import { useSyncExternalStore } from 'react';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';

const secondMs = 1000;
const two = (value: number) => String(value).padStart(2, '0');

/** `4:07`, from an hour on `1:04:07`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / secondMs));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** All clocks of a page tick together, at each full second: those of one incident never differ. */
const ticking = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The second that they show. */
let shown = 0;
const present = () => Date.now() - (Date.now() % secondMs);
function tick(): void {
  shown = present();
  timer = setTimeout(tick, secondMs - (Date.now() % secondMs));
  for (const one of ticking) one();
}
function onTick(run: () => void): () => void {
  ticking.add(run);
  timer ??= setTimeout(tick, secondMs - (Date.now() % secondMs));
  return () => {
    ticking.delete(run);
    if (ticking.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}
const never = () => () => undefined;
/** As long as no clock ticks it is read again, but not within a render: that compares what two calls return. */
function second(): number {
  if (timer === undefined && Date.now() - shown >= 2 * secondMs) shown = present();
  return shown;
}

/** The time since an instant, or between two, to the second. Screen readers are not interrupted by it. */
export function Clock({ since, until = null }: { since: string; until?: string | null }) {
  const now = useSyncExternalStore(until === null ? onTick : never, second);
  return (
    <time role="timer" aria-live="off" dateTime={since}>
      <Bdi>{clockText((until === null ? now : Date.parse(until)) - Date.parse(since))}</Bdi>
    </time>
  );
}
