import { UnstyledButton } from '@mantine/core';
import type { ScheduleEventData } from '@mantine/schedule';
import {
  type CSSProperties,
  cloneElement,
  type FocusEvent,
  isValidElement,
  type KeyboardEvent,
  type PropsWithChildren,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useFormats } from '../../i18n/formats.ts';
import classes from './Calendar.module.css';
import { calendarSlotMinutes, minutesBetween, nudged, type Piece } from './calendar-time.ts';
import type { Moves } from './use-moves.ts';
import type { CalendarProps } from './WindowCalendar.tsx';
import { useWindowDescription, WindowLabel } from './WindowLabel.tsx';

const dayMinutes = 1440;
/** The minutes by which an arrow moves a window in a view. */
const steps: Readonly<Record<string, { month: number; week: number; day: number }>> = {
  ArrowLeft: { month: -dayMinutes, week: -dayMinutes, day: -dayMinutes },
  ArrowRight: { month: dayMinutes, week: dayMinutes, day: dayMinutes },
  ArrowUp: { month: -7 * dayMinutes, week: -calendarSlotMinutes, day: -calendarSlotMinutes },
  ArrowDown: { month: 7 * dayMinutes, week: calendarSlotMinutes, day: calendarSlotMinutes },
};

/** The CSS variables of the library's windows, as the stylesheet sets them. */
const colours = {
  '--event-bg': 'var(--window-ground)',
  '--event-hover': 'var(--window-ground)',
  '--event-color': 'var(--window-text)',
} as CSSProperties;
/** The piece of a window that an event of the library represents. */
export const pieceOf = (event: ScheduleEventData): Piece => event.payload as unknown as Piece;

/** Whether it is above the hours, in the row of whole days. */
export const isLong = ({ start, end }: Piece) => minutesBetween(start, end) >= dayMinutes;

type ButtonOptions = {
  view: CalendarProps['view'];
  moves: Moves;
  isFree(event: ScheduleEventData): boolean;
  onTake(slots: number): void;
  onFocus(focused: FocusEvent<HTMLElement>): void;
};

/** The strip of whole days shows its own texts instead of `renderEventBody`. */
const labelled = (body: unknown, piece: Piece): ReactNode =>
  isLong(piece) && isValidElement<PropsWithChildren>(body)
    ? cloneElement(body, {}, <WindowLabel window={piece.window} oneLine />)
    : (body as ReactNode);

/** Draws a window as a button that the keyboard moves. */
export function useWindowButton({ view, moves, isFree, onTake, onFocus }: ButtonOptions) {
  const { zone } = useFormats();
  const description = useWindowDescription();
  return (event: ScheduleEventData, props: Record<string, unknown>): ReactElement => {
    const { window } = pieceOf(event);
    const step = (pressed: KeyboardEvent<HTMLElement>) => {
      const minutes = steps[pressed.key]?.[view];
      if (minutes === undefined) return;
      pressed.preventDefault();
      if (!pressed.shiftKey) return focusNeighbour(pressed.currentTarget, minutes > 0 ? 1 : -1);
      if (isFree(event)) moves.move(window, nudged(window, minutes, zone), true);
    };
    const start = props.onDragStart as ((dragged: React.DragEvent<HTMLElement>) => void) | undefined;
    return (
      <UnstyledButton
        {...props}
        className={`${props.className} ${classes.window}`}
        data-tone={window.tone ?? 'plain'}
        data-fixed={window.fixed || undefined}
        style={{ ...(props.style as CSSProperties), ...colours }}
        aria-label={description(window)}
        title={undefined}
        onFocus={onFocus}
        onKeyDown={step}
        onDragStart={(dragged: React.DragEvent<HTMLElement>) => {
          const { top, height } = dragged.currentTarget.getBoundingClientRect();
          const { start: from, end: to } = pieceOf(event);
          const slots = minutesBetween(from, to) / calendarSlotMinutes;
          onTake(Math.floor(((dragged.clientY - top) / height) * slots));
          start?.(dragged);
        }}
      >
        {labelled(props.children, pieceOf(event))}
      </UnstyledButton>
    );
  };
}

/** The window before or after one, in the order of the page. */
function focusNeighbour(from: HTMLElement, by: 1 | -1): void {
  const all = [...(from.closest('[dir="ltr"]')?.querySelectorAll<HTMLElement>('button[data-event-id]') ?? [])];
  all[all.indexOf(from) + by]?.focus();
}
