import { useAction } from '#platform/web/client/hooks.ts';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { type MailPlan, mailPlanFields } from '../../common/mail-plan.ts';
import { api } from '../api.ts';

const schema = mailPlanFields.omit({ app: true });

/** The form of a new mail plan, or of an existing one (`before`). */
export function useMailPlanForm(app: string, before: MailPlan | undefined, onSaved: () => void) {
  const create = useAction(api.mailPlan.create);
  const update = useAction(api.mailPlan.update);
  return useEntityForm(schema, {
    namespace: 'alarms',
    initial: {
      name: before?.name ?? '',
      report: before?.report ?? 'alarms',
      frequency: before?.frequency ?? 'daily',
      time: before?.time ?? '08:00',
      weekDays: before?.weekDays ?? [],
      dayOfMonth: before?.dayOfMonth ?? 1,
      resources: before?.resources ?? ['*'],
      kinds: before?.kinds ?? [],
      severities: before?.severities ?? [],
      users: before?.users.map((user) => user.id) ?? [],
      active: before?.active ?? true,
    },
    save: (body) => (before ? update.ask({ params: { id: before.id }, body }) : create.ask({ body: { ...body, app } })),
    onSaved,
  });
}

export type MailPlanForm = ReturnType<typeof useMailPlanForm>;
