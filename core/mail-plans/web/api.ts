import { clientOf } from '#platform/web/client/client-of.ts';
import { mailPlans } from '../app.ts';

export const api = clientOf(mailPlans);
