import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { holdMs } from '../../../common/link-page.ts';

const againMs = 3000;

/**
 * A button that acts when it is held for a moment, or when Enter is pressed twice: nobody opens a door by brushing a screen.
 * `asked`: after the first Enter. The properties are those of the button.
 */
export function useHold({ disabled, onHeld }: { disabled: boolean; onHeld(): void }) {
  const [held, setHeld] = useState(false);
  const [asked, setAsked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const forget = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      clearTimeout(forget.current);
    },
    [],
  );
  const stop = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const start = () => {
    if (disabled) return;
    setHeld(true);
    timer.current = setTimeout(() => {
      setHeld(false);
      onHeld();
    }, holdMs);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat || disabled) return;
    event.preventDefault();
    clearTimeout(forget.current);
    setAsked(!asked);
    if (asked) onHeld();
    else forget.current = setTimeout(() => setAsked(false), againMs);
  };
  return {
    held,
    asked,
    button: {
      'data-held': held || undefined,
      onPointerDown: start,
      onPointerUp: stop,
      onPointerLeave: stop,
      onPointerCancel: stop,
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      onKeyDown: press,
    },
  };
}
