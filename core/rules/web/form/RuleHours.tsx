import { SegmentedControl, Stack } from '@mantine/core';
import { ScheduleSelect } from '#core/schedules/web/parts.tsx';
import { useText } from '../texts.ts';
import { noHours, OwnHours } from './OwnHours.tsx';
import type { RuleFormState } from './RuleForm.tsx';

const choices = ['always', 'saved', 'own'] as const;

/** When the rule applies: always, by a schedule of the company, or in its own hours. */
export function RuleHours({ form, companyId }: { form: RuleFormState; companyId: number }) {
  const t = useText();
  const { values, set } = form;
  const choice = values.schedule ? 'own' : values.scheduleId === null ? 'always' : 'saved';
  return (
    <Stack gap="sm" align="stretch">
      <SegmentedControl
        aria-label={t('rules.parts.hours')}
        value={choice}
        data={choices.map((value) => ({ value, label: t(`rules.hours.${value}`) }))}
        onChange={(next) => {
          // Zero means that no schedule is chosen yet: the form requires one.
          set('scheduleId', next === 'saved' ? 0 : null);
          set('schedule', next === 'own' ? noHours() : null);
        }}
      />
      {choice === 'saved' && (
        <ScheduleSelect
          {...form.field('scheduleId')}
          companyId={companyId}
          value={(values.scheduleId as number | null) || null}
          onChange={(next) => set('scheduleId', next ?? 0)}
        />
      )}
      {values.schedule && (
        <OwnHours
          name="schedule"
          error={form.field('schedule').error}
          value={values.schedule}
          onChange={(schedule) => set('schedule', schedule)}
        />
      )}
    </Stack>
  );
}
