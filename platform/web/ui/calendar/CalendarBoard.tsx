import { DirectionProvider } from '@mantine/core';
import { DayView, MonthView, type ScheduleEventData, WeekView } from '@mantine/schedule';
import '@mantine/schedule/styles.layer.css';
import { type FocusEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { numberLocale, useFormats } from '../../i18n/formats.ts';
import classes from './Calendar.module.css';
import {
  type CalendarWindow,
  calendarSlotMinutes,
  drawnPeriod,
  drawnWindows,
  movedTo,
  nudged,
  resizedTo,
  today,
  wallTime,
} from './calendar-time.ts';
import { useCalendarText } from './texts.ts';
import type { Moves } from './use-moves.ts';
import { isLong, pieceOf, useWindowButton } from './use-window-button.tsx';
import type { CalendarProps } from './WindowCalendar.tsx';
import { WindowLabel } from './WindowLabel.tsx';

type Props = Omit<CalendarProps, 'tools'> & { moves: Moves };
type Change = { event: ScheduleEventData; newStart: string; newEnd: string };

/**
 * The hour to which a day is scrolled at first, so that nobody has to scroll past the night. The names of the days
 * cover another hour and a half.
 */
const firstHour = '06:00:00';
const colour = 'gray';

/** The month, week or day with its windows, which runs from left to right in both languages. */
export function CalendarBoard({ windows, view, day, onShow, onOpen, onDraw, onMove, moves }: Props) {
  const { zone, language } = useFormats();
  const dayNames = new Intl.DateTimeFormat(numberLocale(language), { dateStyle: 'full', timeZone: 'UTC' });
  const board = useRef<HTMLDivElement>(null);
  /** The number of slots between the start of a window and the point at which it was grabbed. */
  const taken = useRef(0);
  const events = useEvents(windows, view, day, zone);
  const isFree = (event: ScheduleEventData) => onMove !== undefined && !pieceOf(event).window.fixed;
  const drop = ({ event, newStart }: Change) => {
    const back = view === 'month' ? 0 : taken.current * calendarSlotMinutes;
    const piece = pieceOf(event);
    moves.move(piece.window, nudged(movedTo(piece, newStart, zone), -back, zone));
  };
  const draw = (start: string, end: string) => onDraw?.(drawnPeriod(start, end, zone));
  const onFocus = useHeldFocus(board, moves.keys);
  const shared = {
    date: day,
    events,
    withHeader: false,
    labels: useScheduleLabels(),
    withEventsDragAndDrop: onMove !== undefined,
    canDragEvent: isFree,
    onEventDrop: drop,
    onEventClick: (event: ScheduleEventData) => onOpen(pieceOf(event).window),
    withDragSlotSelect: onDraw !== undefined,
    onSlotDragEnd: draw,
    renderEventBody: (event: ScheduleEventData) => (
      <WindowLabel window={pieceOf(event).window} oneLine={view === 'month' || isLong(pieceOf(event))} />
    ),
    renderEvent: useWindowButton({ view, moves, isFree, onTake: (slots) => (taken.current = slots), onFocus }),
  };
  const timed = {
    ...shared,
    intervalMinutes: calendarSlotMinutes,
    startScrollTime: firstHour,
    slotHeight: 72,
    getCurrentTime: () => wallTime(Date.now(), zone),
    scrollAreaProps: { mah: '68vh', viewportProps: { tabIndex: -1 } },
    withEventResize: onMove !== undefined,
    canResizeEvent: isFree,
    onEventResize: ({ event, newStart, newEnd }: Change) => {
      const piece = pieceOf(event);
      moves.move(piece.window, resizedTo(piece, newStart, newEnd, zone));
    },
    onTimeSlotClick: ({ slotStart }: { slotStart: string }) => draw(slotStart, hourAfter(slotStart)),
    getTimeSlotProps: useSlotProps(day),
  };
  return (
    <DirectionProvider initialDirection="ltr" detectDirection={false}>
      <div dir="ltr" ref={board} className={classes.board}>
        {view === 'month' ? (
          <MonthView
            {...shared}
            maxEventsPerDay={3}
            highlightToday={false}
            classNames={{ monthViewDayLabel: classes.dayNumber }}
            getDayProps={(date) => ({
              'aria-label': dayNames.format(new Date(date)),
              ...(date === today(zone) ? { 'aria-current': 'date' } : {}),
            })}
            onDayClick={(date) => onShow('day', date)}
            moreEventsProps={{ dropdownType: 'popover' }}
          />
        ) : view === 'week' ? (
          <WeekView
            {...timed}
            withWeekNumber={false}
            highlightToday
            classNames={{ weekViewAllDaySlots: `${classes.wholeDays} ${classes.belowNames}` }}
            onDateChange={(date) => onShow('day', date)}
            onAllDaySlotClick={(date) => draw(`${date} 00:00:00`, `${date} 23:59:59`)}
          />
        ) : (
          <DayView
            {...timed}
            classNames={{ dayViewAllDay: classes.wholeDays }}
            onAllDaySlotClick={() => draw(`${day} 00:00:00`, `${day} 23:59:59`)}
          />
        )}
      </div>
    </DirectionProvider>
  );
}

const hourAfter = (start: string) => {
  const hour = Number(start.slice(11, 13)) + 1;
  return hour > 23
    ? `${start.slice(0, 10)} 23:59:59`
    : `${start.slice(0, 11)}${String(hour).padStart(2, '0')}${start.slice(13)}`;
};

const useEvents = (windows: readonly CalendarWindow[], view: CalendarProps['view'], day: string, zone: string) =>
  useMemo(
    () =>
      drawnWindows(windows, { view, day }, zone).map(
        (piece): ScheduleEventData => ({
          id: piece.id,
          title: piece.window.title,
          start: piece.start,
          end: piece.end,
          color: colour,
          payload: piece as unknown as Record<string, unknown>,
        }),
      ),
    [windows, view, day, zone],
  );

function useScheduleLabels() {
  const t = useCalendarText();
  return {
    allDay: t('allDay'),
    timeSlot: t('slot'),
    weekday: t('weekday'),
    week: t('week'),
    more: t('more'),
    moreLabel: (hidden: number) => t('moreOf', { shown: hidden }),
  };
}

/** Names the slots, and lets the keyboard begin at the morning of the chosen day. */
function useSlotProps(day: string) {
  const t = useCalendarText();
  return ({ start }: { start: string }) => ({
    'aria-label': `${t('slot')} ${start.slice(8, 10)}/${start.slice(5, 7)}/${start.slice(0, 4)} ${start.slice(11, 16)}`,
    tabIndex: start === `${day} 08:00:00` ? 0 : -1,
  });
}

/**
 * Keeps the focus on a window that is drawn again: it moves to another day, or has another key once its move is saved. A
 * key that is pressed next would be lost without it.
 */
function useHeldFocus(board: { current: HTMLDivElement | null }, keys: readonly string[]) {
  const held = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const id = held.current?.dataset.eventId;
    if (id === undefined || held.current?.isConnected || document.activeElement !== document.body) return;
    const drawn = [id, ...(keys.includes(id) ? keys : [])].map((one) =>
      board.current?.querySelector<HTMLElement>(`[data-event-id="${CSS.escape(one)}"]`),
    );
    drawn.find(Boolean)?.focus();
  });
  return (focused: FocusEvent<HTMLElement>) => {
    held.current = focused.currentTarget;
  };
}
