import { ActionIcon, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { Period } from '#platform/common/time/time.ts';
import { numberLocale, useFormats } from '../../i18n/formats.ts';
import { usePhone } from '../../shell/layout/phone.ts';
import { iconSizes } from '../../theme.ts';
import { CalendarProvider } from '../time/CalendarProvider.tsx';
import { CalendarBoard } from './CalendarBoard.tsx';
import { type CalendarView, type CalendarWindow, calendarViews, daysShown, stepDay, today } from './calendar-time.ts';
import { DayList } from './DayList.tsx';
import { useCalendarText } from './texts.ts';
import { type SaveMove, useMoves } from './use-moves.ts';

export type CalendarProps = {
  /** The windows of the shown period. */
  windows: readonly CalendarWindow[];
  view: CalendarView;
  /** YYYY-MM-DD */
  day: string;
  onShow(view: CalendarView, day: string): void;
  onOpen(window: CalendarWindow): void;
  /** A period was drawn. Without it, and without `onMove`, the calendar only shows. */
  onDraw?: ((period: Period) => void) | undefined;
  /** A window was moved or resized. */
  onMove?: SaveMove | undefined;
  /** Further choices next to the view. */
  tools?: ReactNode;
};

/**
 * A calendar of dated windows by month, week and day in the zone of the company, with a list of a day on phones. Windows are
 * drawn, moved and resized by dragging, or by the keyboard.
 */
export function WindowCalendar({ tools, ...props }: CalendarProps) {
  const { windows, view, day, onShow, onMove } = props;
  const t = useCalendarText();
  const phone = usePhone();
  const moves = useMoves(windows, onMove);
  const shown = useMemo(() => windows.map(moves.placed), [windows, moves.placed]);
  return (
    <CalendarProvider>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Steps view={phone ? 'day' : view} day={day} onDay={(next) => onShow(view, next)} />
          <Group gap="sm">
            {tools}
            {!phone && (
              <SegmentedControl
                aria-label={t('view')}
                value={view}
                onChange={(next) => onShow(next as CalendarView, day)}
                data={calendarViews.map((value) => ({ value, label: t(`views.${value}`) }))}
              />
            )}
          </Group>
        </Group>
        {phone ? (
          <DayList {...props} windows={shown} />
        ) : (
          <>
            <CalendarBoard {...props} windows={shown} moves={moves} />
            {onMove && (
              <Text size="sm" c="dimmed">
                {t('keys')}
              </Text>
            )}
          </>
        )}
      </Stack>
    </CalendarProvider>
  );
}

type StepsProps = { view: CalendarView; day: string; onDay(day: string): void };

/** The shown period with buttons for the one before and after. Time runs from left to right in both languages. */
function Steps({ view, day, onDay }: StepsProps) {
  const t = useCalendarText();
  const { zone } = useFormats();
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => onDay(today(zone))}>
        {t('today')}
      </Button>
      <Group gap={4} dir="ltr" wrap="nowrap">
        <ActionIcon
          size="lg"
          variant="default"
          aria-label={t(`earlier.${view}`)}
          onClick={() => onDay(stepDay(view, day, -1))}
        >
          <IconChevronLeft size={iconSizes.md} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="lg"
          variant="default"
          aria-label={t(`later.${view}`)}
          onClick={() => onDay(stepDay(view, day, 1))}
        >
          <IconChevronRight size={iconSizes.md} aria-hidden />
        </ActionIcon>
      </Group>
      <Text fw={600} aria-live="polite">
        {useShownLabel(view, day)}
      </Text>
    </Group>
  );
}

function useShownLabel(view: CalendarView, day: string): string {
  const { language } = useFormats();
  const locale = numberLocale(language);
  const at = (date: string) => new Date(`${date}T12:00:00Z`);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  if (view === 'month') return format({ month: 'long', year: 'numeric' }).format(at(day));
  if (view === 'day')
    return format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(at(day));
  const { first, behind } = daysShown('week', day);
  return format({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(
    at(first),
    at(stepDay('day', behind, -1)),
  );
}
