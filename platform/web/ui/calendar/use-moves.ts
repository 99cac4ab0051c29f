import { useCallback, useEffect, useRef, useState } from 'react';
import type { Period } from '#platform/common/time/time.ts';
import type { CalendarWindow } from './calendar-time.ts';

/** The pause after which steps of the keyboard are taken as one move. */
const pauseMs = 600;

type Move = { window: CalendarWindow; period: Period; stepping: boolean };
export type Moves = {
  /** The window where it is being moved to. */
  placed(window: CalendarWindow): CalendarWindow;
  /** Moves a window at once, or after further steps of the keyboard. */
  move(window: CalendarWindow, period: Period, stepping?: boolean): void;
  /** The window that the keyboard has moved, to be focused where it went. */
  focused: string | null;
};

/** Keeps a moved window at its new place until the move is done or refused. */
export function useMoves(
  onMove: ((window: CalendarWindow, period: Period) => Promise<string | null>) | undefined,
): Moves {
  const [move, setMove] = useState<Move | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const save = useRef(onMove);
  save.current = onMove;
  useEffect(() => {
    if (!move) return;
    let left = false;
    const { window, period, stepping } = move;
    const settle = async () => {
      const key = await save.current?.(window, period);
      if (left) return;
      setMove(null);
      if (stepping) setFocused(key ?? window.key);
    };
    const timer = setTimeout(() => void settle(), stepping ? pauseMs : 0);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [move]);
  return {
    placed: useCallback((window) => (move?.window.key === window.key ? { ...window, ...move.period } : window), [move]),
    move: useCallback(
      (window, period, stepping = false) =>
        // The window is moved from where it is saved, not from where the last step has put it.
        setMove((before) => ({ window: before?.window.key === window.key ? before.window : window, period, stepping })),
      [],
    ),
    focused,
  };
}
