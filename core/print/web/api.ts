import { clientOf } from '#platform/web/client/client-of.ts';
import { print } from '../app.ts';

export const api = clientOf(print);
