import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { holdMs } from '../../common/link-page.ts';
import classes from './OpenButton.module.css';

const againMs = 3000;

type Props = {
  disabled: boolean;
  /** `again`: after the first Enter; `hint`: how it is used. */
  labels: Readonly<Record<'hold' | 'holding' | 'again' | 'hint', string>>;
  onOpen(): void;
};

/** Opens when it is held for a moment, or when Enter is pressed twice: nobody opens a door by brushing a screen. */
export function OpenButton({ disabled, labels, onOpen }: Props) {
  const [held, setHeld] = useState(false);
  const [asked, setAsked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = () => {
    if (disabled) return;
    setHeld(true);
    timer.current = setTimeout(() => {
      setHeld(false);
      onOpen();
    }, holdMs);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat || disabled) return;
    event.preventDefault();
    if (asked) {
      setAsked(false);
      onOpen();
      return;
    }
    setAsked(true);
    setTimeout(() => setAsked(false), againMs);
  };
  return (
    <>
      <button
        type="button"
        className={classes.open}
        data-held={held || undefined}
        disabled={disabled}
        onPointerDown={start}
        onPointerUp={stop}
        onPointerLeave={stop}
        onPointerCancel={stop}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={press}
      >
        <span>{held ? labels.holding : asked ? labels.again : labels.hold}</span>
      </button>
      <p className={classes.hint}>{labels.hint}</p>
    </>
  );
}
