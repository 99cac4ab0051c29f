import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Period } from '#platform/common/time/time.ts';
import type { CalendarWindow } from './calendar-time.ts';

/** The pause after which steps of the keyboard are taken as one move. */
const pauseMs = 600;

/** Saves a move: the key of the window after it, and whether it is accepted. Null if the window no longer exists. */
export type SaveMove = (window: CalendarWindow, period: Period) => { key: string; accepted: Promise<boolean> } | null;

type Move = {
  /** The window as it is stored. */
  window: CalendarWindow;
  /** The keys that the window may have: its own and, while the move is saved, the next one. */
  keys: readonly string[];
  period: Period;
  stepping: boolean;
  /** It is saved, but the windows may not show that yet. */
  stored: boolean;
};
export type Moves = {
  /** The window where it is being moved to. */
  placed(window: CalendarWindow): CalendarWindow;
  /** Moves a window at once, or after further steps of the keyboard. */
  move(window: CalendarWindow, period: Period, stepping?: boolean): void;
  /** The keys that the moved window may have. */
  keys: readonly string[];
};

const noKeys: readonly string[] = [];
const isOf = (move: Move | null, { key }: CalendarWindow): boolean => move?.keys.includes(key) ?? false;

/**
 * Keeps a moved window at its new place until the windows show it there, or the move is refused. Steps that are made while
 * a move is being saved are saved after it, from where it has put the window.
 */
export function useMoves(windows: readonly CalendarWindow[], onMove: SaveMove | undefined): Moves {
  const [move, setMove] = useState<Move | null>(null);
  const [saving, setSaving] = useState(false);

  const save = useEffectEvent(async ({ window, period }: Move) => {
    const begun = onMove?.(window, period);
    if (!begun) return setMove(null);
    const { key } = begun;
    const goesOn = (now: Move | null): now is Move => now?.window === window;
    setSaving(true);
    setMove((now) => (goesOn(now) ? { ...now, keys: [window.key, key] } : now));
    let accepted = false;
    try {
      accepted = await begun.accepted;
    } finally {
      setSaving(false);
      setMove((now) => {
        if (!goesOn(now)) return now;
        const further = now.period !== period;
        if (accepted) return { ...now, window: { ...window, ...period, key }, stored: !further };
        return further ? { ...now, keys: [window.key] } : null;
      });
    }
  });
  useEffect(() => {
    if (!move || move.stored || saving) return;
    const timer = setTimeout(() => void save(move), move.stepping ? pauseMs : 0);
    return () => clearTimeout(timer);
  }, [move, saving]);

  useEffect(() => {
    if (!move?.stored) return;
    const shown = windows.filter((window) => isOf(move, window));
    // A window that has left the shown period is not among them at all.
    if (shown.length === 0 || shown.some(({ key }) => key === move.window.key))
      // Effects run after keys that were pressed since: a step that has begun meanwhile goes on.
      setMove((now) => (now === move ? null : now));
  }, [move, windows]);

  return {
    placed: useCallback((window) => (move && isOf(move, window) ? { ...window, ...move.period } : window), [move]),
    move: useCallback(
      (window, period, stepping = false) =>
        // The window is moved from where it is saved, not from where the last step has put it.
        setMove((before) =>
          before && isOf(before, window)
            ? { ...before, period, stepping, stored: false }
            : { window, keys: [window.key], period, stepping, stored: false },
        ),
      [],
    ),
    keys: move?.keys ?? noKeys,
  };
}
