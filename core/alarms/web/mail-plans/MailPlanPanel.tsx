import { Input, MultiSelect, NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { GroupStructures, PeoplePick } from '#core/permissions/web/parts.tsx';
import { StructuresPick } from '#core/places/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { TimeField } from '#platform/web/ui/input/TimeField.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { severities } from '../../common/alarm.ts';
import { frequencies, type MailPlan, mailPlanFields } from '../../common/mail-plan.ts';
import { kindsOf } from '../alarm-calls.ts';
import { useAlarmTexts } from '../alarm-texts.ts';
import { api } from '../api.ts';
import type { NotificationGroupCalls } from '../groups/source.ts';
import { useText } from '../texts.ts';
import { WeekDays } from './WeekDays.tsx';

const schema = mailPlanFields.omit({ app: true });
const everywhere = [{ id: '*' as const }];
const nobody: { id: number }[] = [];
const ltr = { input: { direction: 'ltr', textAlign: 'start' } } as const;

type Props = {
  app: AppManifest;
  people: NotificationGroupCalls['users'];
  companyId: number;
  before: MailPlan | undefined;
  onClose(): void;
};

/** A new mail plan, or the changes of one, beside the list. */
export function MailPlanPanel({ app, people, companyId, before, onClose }: Props) {
  const t = useText();
  const kit = useKitText();
  const { kind } = useAlarmTexts(app);
  const create = useAction(api.mailPlan.create);
  const update = useAction(api.mailPlan.update);
  const form = useEntityForm(schema, {
    namespace: 'alarms',
    initial: {
      name: before?.name ?? '',
      frequency: before?.frequency ?? 'daily',
      time: before?.time ?? '08:00',
      weekDays: before?.weekDays ?? [],
      dayOfMonth: before?.dayOfMonth ?? 1,
      resources: before?.resources ?? ['*'],
      kinds: before?.kinds ?? [],
      severities: before?.severities ?? [],
      users: before?.users.map((one) => one.id) ?? [],
      active: before?.active ?? true,
    },
    save: (body) =>
      before ? update.ask({ params: { id: before.id }, body }) : create.ask({ body: { ...body, app: app.id } }),
    onSaved: onClose,
  });
  const { values, set } = form;
  const stored = useMemo(() => before?.resources.map((id) => ({ id })) ?? everywhere, [before]);
  const days = form.field('weekDays');
  const kinds = [...kindsOf(app, 'operational'), ...kindsOf(app, 'status')];
  return (
    <SidePanel title={t(before ? 'mailPlans.edit' : 'mailPlans.create')} onClose={onClose}>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} data-autofocus />
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
          <NumberInput
            {...form.field('dayOfMonth')}
            min={1}
            max={31}
            description={t('mailPlans.dayHint')}
            styles={ltr}
          />
        )}
        <TimeField {...form.field('time')} value={values.time} description={t('mailPlans.timeHint')} />
        <MultiSelect
          {...form.field('severities')}
          withAsterisk={false}
          data={[...severities].reverse().map((value) => ({ value, label: t(`values.severity.${value}`) }))}
          placeholder={values.severities.length > 0 ? '' : t('mailPlans.all')}
          clearable
          clearButtonProps={{ 'aria-label': kit('actions.clear') }}
        />
        <MultiSelect
          {...form.field('kinds')}
          withAsterisk={false}
          data={kinds.map((value) => ({ value, label: kind(value) }))}
          placeholder={values.kinds.length > 0 ? '' : t('mailPlans.all')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': kit('actions.clear') }}
        />
        <Input.Wrapper label={t('fields.resources')} labelElement="div">
          <GroupStructures
            resources={stored}
            save={async (ids) => {
              set('resources', ids);
              return ids.map((id) => ({ id }));
            }}
            picker={(props) => <StructuresPick {...props} companyId={companyId} />}
          />
        </Input.Wrapper>
        <Input.Wrapper label={t('fields.users')} labelElement="div" error={form.field('users').error}>
          <PeoplePick
            of={people}
            members={before?.users ?? nobody}
            save={async (users) => {
              set('users', users);
              return users.map((id) => ({ id }));
            }}
          />
        </Input.Wrapper>
        <Switch {...form.field('active', 'checkbox')} />
      </EntityForm>
    </SidePanel>
  );
}
