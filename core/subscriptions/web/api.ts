import { clientOf } from '#platform/web/client/client-of.ts';
import { subscriptions } from '../app.ts';

export const api = clientOf(subscriptions);
