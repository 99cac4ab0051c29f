import { TextInput } from '@mantine/core';
import type { FieldsOf } from '#platform/common/define-entity.ts';
import { type DaySchedule, type Weekday, weekdays } from '#platform/common/time/week-schedule.ts';
import { companyZone } from '#platform/web/i18n/formats.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayScheduleInput } from '#platform/web/ui/input/DayScheduleInput.tsx';
import { TimeZoneSelect } from '#platform/web/ui/input/TimeZoneSelect.tsx';
import { schedule } from '../common/schedule.ts';
import { useScheduleAddresses } from './addresses.ts';
import { HolidaysInput } from './HolidaysInput.tsx';
import { byDate } from './holidays.ts';
import { SeasonsInput } from './SeasonsInput.tsx';

type Values = FieldsOf<typeof schedule>;
type Props = { before?: Values; save(values: Values): Promise<unknown> };

const dayOff: readonly Weekday[] = ['Friday', 'Saturday'];
const defaultWeek = (): DaySchedule[] =>
  weekdays.map((name) => ({ name, periods: dayOff.includes(name) ? [] : [{ start: '08:00', end: '17:00' }] }));

/** Edits a schedule: name, time zone, week, special hours and holidays. */
export function ScheduleForm({ before, save }: Props) {
  const addresses = useScheduleAddresses();
  const form = useEntityForm(schedule.fields, {
    namespace: 'schedules',
    initial: {
      name: before?.name ?? '',
      timeZone: before?.timeZone ?? companyZone(),
      week: before?.week ?? defaultWeek(),
      seasons: before?.seasons ?? [],
      holidays: before ? [...before.holidays].sort(byDate) : [],
    },
    save,
  });
  const { values, set } = form;
  const part = (name: 'week' | 'seasons' | 'holidays') => {
    const { label, error } = form.field(name);
    return { name, label, error };
  };
  return (
    <EntityForm form={form} cancelTo={addresses.list}>
      <TextInput {...form.field('name')} />
      <TimeZoneSelect {...form.field('timeZone')} />
      <DayScheduleInput {...part('week')} value={values.week} onChange={(week) => set('week', week)} />
      <SeasonsInput
        {...part('seasons')}
        value={values.seasons}
        defaultWeek={values.week}
        onChange={(seasons) => set('seasons', seasons)}
      />
      <HolidaysInput
        {...part('holidays')}
        value={values.holidays}
        timeZone={values.timeZone}
        onChange={(holidays) => set('holidays', holidays)}
      />
    </EntityForm>
  );
}
