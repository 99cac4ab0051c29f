import { clientOf } from '#platform/web/client/client-of.ts';
import { defcon } from '../app.ts';

export const api = clientOf(defcon);
