import './events.ts';

export type { MailPlanDue } from './events.ts';
