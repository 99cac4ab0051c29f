import { useAction } from '#platform/web/client/hooks.ts';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { type MailPlan, type MailPlanFields, mailPlanFields } from '../common/mail-plan.ts';
import { api } from './api.ts';
import { useText } from './texts.ts';

/** What a new plan begins with. */
export type NewMailPlan = Partial<Pick<MailPlanFields, 'name' | 'report' | 'frequency' | 'users'>>;

const schema = mailPlanFields.omit({ app: true });

type Options = { before: MailPlan | undefined; begin?: NewMailPlan | undefined; onSaved(): void };

/** The form of a new mail plan, or of an existing one (`before`). */
export function useMailPlanForm(app: string, { before, begin, onSaved }: Options) {
  const t = useText();
  const create = useAction(api.mailPlan.create, { notice: () => t('mailPlans.created') });
  const update = useAction(api.mailPlan.update);
  return useEntityForm(schema, {
    namespace: 'mail-plans',
    initial: {
      name: before?.name ?? begin?.name ?? '',
      report: before?.report ?? begin?.report ?? 'alarms',
      frequency: before?.frequency ?? begin?.frequency ?? 'daily',
      time: before?.time ?? '08:00',
      weekDays: before?.weekDays ?? [],
      dayOfMonth: before?.dayOfMonth ?? 1,
      resources: before?.resources ?? ['*'],
      kinds: before?.kinds ?? [],
      severities: before?.severities ?? [],
      users: before?.users.map((user) => user.id) ?? begin?.users ?? [],
      active: before?.active ?? true,
    },
    save: (body) => (before ? update.ask({ params: { id: before.id }, body }) : create.ask({ body: { ...body, app } })),
    onSaved,
  });
}

export type MailPlanForm = ReturnType<typeof useMailPlanForm>;
