import { Input, NumberInput, SegmentedControl } from '@mantine/core';
import { TimeField } from '#platform/web/ui/input/TimeField.tsx';
import { WeekDays } from '#platform/web/ui/time/WeekDays.tsx';
import { frequencies, type MailPlan } from '../common/mail-plan.ts';
import { useText } from './texts.ts';
import type { MailPlanForm } from './use-mail-plan-form.ts';

const ltr = { input: { direction: 'ltr', textAlign: 'start' } } as const;

/** How often, on which days and at what time a mail is sent. */
export function MailPlanTimeFields({ form }: { form: MailPlanForm }) {
  const t = useText();
  const { values, set } = form;
  const days = form.field('weekDays');
  return (
    <>
      <Input.Wrapper label={t('fields.frequency')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('fields.frequency')}
          value={values.frequency}
          data={frequencies.map((value) => ({ value, label: t(`values.frequency.${value}`) }))}
          onChange={(value) => set('frequency', value as MailPlan['frequency'])}
        />
      </Input.Wrapper>
      {values.frequency === 'weekly' && (
        <WeekDays
          label={days.label}
          value={values.weekDays}
          error={days.error}
          onChange={(next) => set('weekDays', next)}
        />
      )}
      {values.frequency === 'monthly' && (
        <NumberInput {...form.field('dayOfMonth')} min={1} max={31} description={t('mailPlans.dayHint')} styles={ltr} />
      )}
      <TimeField {...form.field('time')} value={values.time} description={t('mailPlans.timeHint')} />
    </>
  );
}
