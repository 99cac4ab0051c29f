import { clientOf } from '#platform/web/client/client-of.ts';
import { rules } from '../app.ts';

export const api = clientOf(rules);
