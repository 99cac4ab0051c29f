import { ActionIcon, Button, Group, Input, NumberInput, SegmentedControl, Select, Stack, Switch } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { TimeField } from '#platform/web/ui/input/TimeField.tsx';
import { TimeZoneSelect } from '#platform/web/ui/input/TimeZoneSelect.tsx';
import { WeekDays } from '#platform/web/ui/time/WeekDays.tsx';
import type { ReportSchedule } from '../../../common/report-schedule.ts';
import { useText } from '../../texts.ts';
import type { FaultOf } from '../save/faults.ts';
import { useMonthNames } from '../summary.ts';
import { NextDates } from './NextDates.tsx';
import type { TabProps } from './PeriodTab.tsx';

const frequencies = [
  'daily',
  'weekly',
  'monthly',
  'quarterly',
  'yearly',
] as const satisfies readonly ReportSchedule['frequency'][];
const maxTimes = 4;

const firstSchedule = (timeZone: string): ReportSchedule => ({
  ...{ frequency: 'monthly', times: ['07:00'], weekDays: [0], dayOfMonth: 1, monthOfPeriod: 1, timeZone },
  ...{ from: null, until: null },
});

/** When the report runs by itself. */
export function ScheduleTab({ builder, faultOf }: Omit<TabProps, 'companyId'>) {
  const t = useText();
  const { zone } = useFormats();
  const { schedule, period, active, waitMinutes } = builder.draft;
  const change = (changes: Partial<ReportSchedule>) =>
    schedule && builder.set({ schedule: { ...schedule, ...changes } });
  return (
    <Stack gap="md">
      <Switch
        label={t('builder.schedule.on')}
        description={t('builder.schedule.onHint')}
        checked={schedule !== null}
        onChange={(event) => builder.set({ schedule: event.currentTarget.checked ? firstSchedule(zone) : null })}
      />
      {schedule && (
        <>
          <Days schedule={schedule} change={change} faultOf={faultOf} />
          <Times schedule={schedule} change={change} faultOf={faultOf} />
          <TimeZoneSelect
            label={t('builder.schedule.zone')}
            value={schedule.timeZone}
            error={faultOf.at('schedule.timeZone')}
            onChange={(timeZone) => change({ timeZone: timeZone ?? schedule.timeZone })}
          />
          <Bounds schedule={schedule} change={change} faultOf={faultOf} />
          <NextDates schedule={schedule} period={period} />
          <NumberInput
            label={t('builder.schedule.wait')}
            description={t('builder.schedule.waitHint')}
            value={waitMinutes}
            min={0}
            max={360}
            error={faultOf.at('waitMinutes')}
            onChange={(minutes) => builder.set({ waitMinutes: Number(minutes) })}
          />
          <Switch
            label={t('builder.schedule.paused')}
            description={t('builder.schedule.pausedHint')}
            checked={!active}
            onChange={(event) => builder.set({ active: !event.currentTarget.checked })}
          />
        </>
      )}
    </Stack>
  );
}

type PartProps = { schedule: ReportSchedule; change(changes: Partial<ReportSchedule>): void; faultOf: FaultOf };

/** On which days it runs. */
function Days({ schedule, change, faultOf }: PartProps) {
  const t = useText();
  const monthName = useMonthNames();
  const { frequency, weekDays, dayOfMonth, monthOfPeriod } = schedule;
  const isYearly = frequency === 'yearly';
  const months = isYearly ? 12 : 3;
  return (
    <>
      <Input.Wrapper label={t('builder.schedule.frequency')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('builder.schedule.frequency')}
          value={frequency}
          data={frequencies.map((value) => ({ value, label: t(`builder.schedule.frequencies.${value}`) }))}
          onChange={(value) => {
            const next = frequencies.find((one) => one === value) ?? frequency;
            change({
              frequency: next,
              monthOfPeriod: next === 'quarterly' ? Math.min(monthOfPeriod, 3) : monthOfPeriod,
            });
          }}
        />
      </Input.Wrapper>
      {frequency === 'weekly' && (
        <WeekDays
          label={t('builder.schedule.weekDays')}
          value={weekDays}
          error={faultOf.within('schedule.weekDays')}
          onChange={(days) => change({ weekDays: days })}
        />
      )}
      {(isYearly || frequency === 'quarterly') && (
        <Select
          label={t(isYearly ? 'builder.schedule.month' : 'builder.schedule.monthOfQuarter')}
          data={Array.from({ length: months }, (_, at) => ({
            value: String(at + 1),
            label: isYearly ? monthName(at + 1) : t('builder.schedule.nthMonth', { month: at + 1 }),
          }))}
          value={String(monthOfPeriod)}
          error={faultOf.at('schedule.monthOfPeriod')}
          allowDeselect={false}
          onChange={(month) => change({ monthOfPeriod: Number(month) })}
        />
      )}
      {frequency !== 'daily' && frequency !== 'weekly' && (
        <NumberInput
          label={t('builder.schedule.day')}
          description={t('builder.schedule.dayHint')}
          value={dayOfMonth}
          min={1}
          max={31}
          error={faultOf.at('schedule.dayOfMonth')}
          onChange={(day) => change({ dayOfMonth: Number(day) })}
        />
      )}
    </>
  );
}

function Times({ schedule: { times }, change, faultOf }: PartProps) {
  const t = useText();
  const label = t('builder.schedule.times');
  return (
    <Input.Wrapper label={label} labelElement="div" error={faultOf.at('schedule.times')} withAsterisk>
      <Group gap="sm" role="group" aria-label={label} align="start">
        {times.map((time, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a time is its position while it is typed
          <Group key={at} gap="xs" wrap="nowrap" align="start">
            <TimeField
              w="6rem"
              aria-label={t('builder.schedule.timeOf', { number: at + 1 })}
              value={time}
              error={faultOf.at(`schedule.times.${at}`)}
              onChange={(next) => change({ times: times.with(at, next) })}
            />
            {times.length > 1 && (
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={t('builder.schedule.removeTime', { number: at + 1 })}
                onClick={() => change({ times: times.toSpliced(at, 1) })}
              >
                <IconX size={iconSizes.sm} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
        {times.length < maxTimes && (
          <Button
            variant="default"
            leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
            onClick={() => change({ times: [...times, ''] })}
          >
            {t('builder.schedule.addTime')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

function Bounds({ schedule: { from, until }, change, faultOf }: PartProps) {
  const t = useText();
  return (
    <Group grow gap="sm" align="start" preventGrowOverflow={false}>
      <DayInput
        label={t('builder.schedule.from')}
        value={from ?? ''}
        clearable
        error={faultOf.at('schedule.from')}
        onChange={(day) => change({ from: day || null })}
      />
      <DayInput
        label={t('builder.schedule.until')}
        value={until ?? ''}
        clearable
        error={faultOf.at('schedule.until')}
        {...(from === null ? {} : { minDate: from })}
        onChange={(day) => change({ until: day || null })}
      />
    </Group>
  );
}
