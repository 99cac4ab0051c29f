import { clientOf } from '#platform/web/client/client-of.ts';
import { notifications } from '../app.ts';

export const api = clientOf(notifications);
