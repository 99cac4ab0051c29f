import { clientOf } from '#platform/web/client/client-of.ts';
import { reports } from '../app.ts';

export const api = clientOf(reports);
