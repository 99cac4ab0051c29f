import { useEffect } from 'react';
import { createStore, useStore, type ValueStore } from '#platform/web/client/store.ts';

const factors: readonly number[] = [1, 10, 60, 300, 600];
const initialFactor = 60;

type Bounds = { from: number; to: number };
export type Playback = {
  /** Milliseconds since 1970. The map reads it at each frame, without rendering the page. */
  time: ValueStore<number>;
  playing: ValueStore<boolean>;
  /** The number of seconds that pass per second. */
  factor: ValueStore<number>;
  bounds: ValueStore<Bounds>;
  seek(time: number): void;
  toggle(): void;
  /** Faster (1) or slower (-1). */
  change(by: 1 | -1): void;
};

/** A playback that is at the end of its period, where the device is. */
export function createPlayback(initial: Bounds): Playback {
  const [time, playing, factor] = [createStore(initial.to), createStore(false), createStore<number>(initialFactor)];
  const bounds = createStore(initial);
  return {
    time,
    playing,
    factor,
    bounds,
    seek(at) {
      const { from, to } = bounds.get();
      time.set(Math.min(to, Math.max(from, at)));
    },
    toggle() {
      const { from, to } = bounds.get();
      // At the end it starts over.
      if (!playing.get() && time.get() >= to) time.set(from);
      playing.set(!playing.get());
    },
    change(by) {
      const at = factors.indexOf(factor.get()) + by;
      factor.set(factors[Math.min(factors.length - 1, Math.max(0, at))] ?? initialFactor);
    },
  };
}

/** Plays the period from `from` to `to`; at its end it stays there while the period grows. */
export function usePlayback(playback: Playback, from: number, to: number): void {
  useEffect(() => {
    const { time, bounds, playing, seek } = playback;
    const atEnd = time.get() >= bounds.get().to && !playing.get();
    bounds.set({ from, to });
    seek(atEnd ? to : time.get());
  }, [playback, from, to]);
  const playing = useStore(playback.playing);
  useEffect(() => {
    if (!playing) return;
    let before: number | null = null;
    let frame = 0;
    const tick = (now: number) => {
      // A tab that was in the background continues where it was.
      const passed = before === null ? 0 : Math.min(now - before, 100);
      before = now;
      const next = playback.time.get() + passed * playback.factor.get();
      playback.seek(next);
      if (next >= playback.bounds.get().to) playback.playing.set(false);
      else frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, playback]);
}
