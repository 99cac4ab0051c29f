import { Input, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { severities } from '#core/alarms/common/alarm.ts';
import { alarmKindsOfApp, useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { GroupStructures, PeoplePick } from '#core/permissions/web/parts.tsx';
import { StructuresPick } from '#core/places/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { useKitText, useLabels } from '#platform/web/i18n/texts.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { MailPlan } from '../common/mail-plan.ts';
import { MailPlanTimeFields } from './MailPlanTimeFields.tsx';
import { useText } from './texts.ts';
import { type MailPlanForm, type NewMailPlan, useMailPlanForm } from './use-mail-plan-form.ts';

const everywhere = [{ id: '*' as const }];
const nobody: { id: number }[] = [];

type Props = {
  app: AppManifest;
  people: Endpoint<AnyRoute>;
  companyId: number;
  before?: MailPlan | undefined;
  begin?: NewMailPlan;
  onClose(): void;
  /** Shown above the fields. */
  children?: ReactNode;
};

/** A side panel that creates or edits a mail plan. */
export function MailPlanPanel({ app, people, companyId, before, begin, onClose, children }: Props) {
  const t = useText();
  const { label } = useLabels('mail-plans');
  const form = useMailPlanForm(app.id, { before, begin, onSaved: onClose });
  return (
    <SidePanel title={t(before ? 'mailPlans.edit' : 'mailPlans.create')} onClose={onClose}>
      <EntityForm form={form}>
        {children}
        <TextInput {...form.field('name')} data-autofocus />
        {app.mailReports && (
          <Select
            {...form.field('report')}
            allowDeselect={false}
            data={(['alarms', ...app.mailReports] as const).map((value) => ({
              value,
              label: label(`values.report.${value}`),
            }))}
          />
        )}
        <MailPlanTimeFields form={form} />
        {form.values.report === 'alarms' && <AlarmFields form={form} app={app} />}
        <RecipientFields form={form} people={people} companyId={companyId} before={before} begin={begin} />
        <Switch {...form.field('active', 'checkbox')} />
      </EntityForm>
    </SidePanel>
  );
}

/** The severities and kinds of the alarms in the mail; none means all. */
function AlarmFields({ form, app }: { form: MailPlanForm; app: AppManifest }) {
  const t = useText();
  const kitText = useKitText();
  const { kind } = useAlarmTexts(app);
  const { values } = form;
  const kinds = alarmKindsOfApp(app);
  return (
    <>
      <MultiSelect
        {...form.field('severities')}
        withAsterisk={false}
        data={[...severities].reverse().map((value) => ({ value, label: kitText(`values.severity.${value}`) }))}
        placeholder={values.severities.length > 0 ? '' : t('mailPlans.all')}
        clearable
        clearButtonProps={{ 'aria-label': kitText('actions.clear') }}
      />
      <MultiSelect
        {...form.field('kinds')}
        withAsterisk={false}
        data={kinds.map((value) => ({ value, label: kind(value) }))}
        placeholder={values.kinds.length > 0 ? '' : t('mailPlans.all')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': kitText('actions.clear') }}
      />
    </>
  );
}

type RecipientProps = Pick<Props, 'people' | 'companyId' | 'before' | 'begin'> & { form: MailPlanForm };

/** The structures whose alarms are in the mail, and the people who receive it. */
function RecipientFields({ form, people, companyId, before, begin }: RecipientProps) {
  const t = useText();
  const { set } = form;
  const members = useMemo(() => before?.users ?? begin?.users?.map((id) => ({ id })) ?? nobody, [before, begin]);
  const stored = useMemo(() => before?.resources.map((id) => ({ id })) ?? everywhere, [before]);
  return (
    <>
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
          members={members}
          save={async (users) => {
            set('users', users);
            return users.map((id) => ({ id }));
          }}
        />
      </Input.Wrapper>
    </>
  );
}
