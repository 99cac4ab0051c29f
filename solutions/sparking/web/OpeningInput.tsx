import { Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { lastMinuteOfDay, type WeekSchedule, weekdays } from '#platform/common/time/week-schedule.ts';
import { DayScheduleInput } from '#platform/web/ui/input/DayScheduleInput.tsx';
import { useInputText } from '#platform/web/ui/input/texts.ts';
import { SiteZoneNotice } from '#platform/web/ui/page/InSiteZone.tsx';
import { useText } from './api.ts';

const allWeek = (timeZone: string): WeekSchedule => ({
  timeZone,
  week: weekdays.map((name) => ({ name, periods: [{ start: '00:00', end: lastMinuteOfDay }] })),
  seasons: [],
  holidays: [],
});

type Props = {
  name: string;
  label: string;
  /** The time zone (IANA name) of the site, in which its hours are. */
  zone: string;
  value: WeekSchedule | null;
  error?: ReactNode;
  onChange(value: WeekSchedule | null): void;
};

/** When a car park is open: always, or by the hours of a week. Special hours and holidays that were set stay. */
export function OpeningInput({ name, label, zone, value, error, onChange }: Props) {
  const t = useText();
  return (
    <Stack gap="xs">
      <Switch
        label={t('alwaysOpen')}
        checked={value === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : allWeek(zone))}
      />
      {value && (
        <>
          <SiteZoneNotice zone={zone} />
          <DayScheduleInput
            {...{ name, label, error }}
            value={value.week}
            onChange={(week) => onChange({ ...value, timeZone: zone, week })}
          />
        </>
      )}
    </Stack>
  );
}

/** The hours of each day of the week, for those who only read them. */
export function OpeningHours({ of: { week, timeZone } }: { of: WeekSchedule }) {
  const t = useText();
  const days = useInputText();
  return (
    <>
      {week.map(({ name, periods }) => (
        <Text key={name} inherit>
          {days(`weekdays.${name}`)}{' '}
          <bdi dir="ltr">
            {periods.map(({ start, end }) => `${start} – ${end === lastMinuteOfDay ? '24:00' : end}`).join(', ')}
          </bdi>
          {periods.length === 0 && t('values.kind.closed')}
        </Text>
      ))}
      <SiteZoneNotice zone={timeZone} />
    </>
  );
}
