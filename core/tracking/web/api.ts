import { clientOf } from '#platform/web/client/client-of.ts';
import { tracking } from '../app.ts';

export const api = clientOf(tracking);
