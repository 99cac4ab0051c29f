/** A mail plan with another report than the alarms, to be sent now to these active users. */
export type MailPlanDue = {
  id: number;
  companyId: number;
  app: string;
  name: string;
  report: string;
  frequency: 'daily' | 'weekly' | 'monthly';
  /** The ids of structures, or `*` for all. */
  resources: readonly (string | number)[];
  users: readonly number[];
};

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    'mail-plan.due': MailPlanDue;
  }
}
