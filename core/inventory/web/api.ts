import { clientOf } from '#platform/web/client/client-of.ts';
import { inventory } from '../app.ts';

export const api = clientOf(inventory);
