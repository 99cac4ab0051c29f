import { clientOf } from '#platform/web/client/client-of.ts';
import { rodent } from '../app.ts';

export const api = clientOf(rodent);
