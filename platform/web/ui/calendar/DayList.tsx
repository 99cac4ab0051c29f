import { Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useFormats } from '../../i18n/formats.ts';
import { iconSizes } from '../../theme.ts';
import classes from './Calendar.module.css';
import { drawnPeriod, today, wallTime, windowsOfDay } from './calendar-time.ts';
import { useCalendarText } from './texts.ts';
import type { CalendarProps } from './WindowCalendar.tsx';
import { WindowLabel } from './WindowLabel.tsx';

/** The hour of the day at which a window is added, which its form then changes. */
const usualHour = 8;
const pad = (hour: number) => String(hour).padStart(2, '0');

/** The windows of a day, one below the other, for phones. */
export function DayList({ windows, day, onOpen, onDraw }: Omit<CalendarProps, 'tools'>) {
  const t = useCalendarText();
  const { zone } = useFormats();
  const ofDay = windowsOfDay(windows, day, zone);
  const add = () => {
    const hour = day === today(zone) ? Math.min(22, Number(wallTime(Date.now(), zone).slice(11, 13)) + 1) : usualHour;
    onDraw?.(drawnPeriod(`${day} ${pad(hour)}:00:00`, `${day} ${pad(hour + 1)}:00:00`, zone));
  };
  return (
    <Stack gap="sm">
      {ofDay.length === 0 ? (
        <Text c="dimmed">{t('nothing')}</Text>
      ) : (
        <ul className={classes.list}>
          {ofDay.map((window) => (
            <li key={window.key}>
              <UnstyledButton
                className={classes.row}
                data-tone={window.tone ?? 'plain'}
                data-fixed={window.fixed || undefined}
                onClick={() => onOpen(window)}
              >
                <WindowLabel window={window} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {onDraw && (
        <Button variant="default" leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={add}>
          {t('add')}
        </Button>
      )}
    </Stack>
  );
}
