import { clientOf } from '#platform/web/client/client-of.ts';
import { metrowatch } from '../app.ts';

export const api = clientOf(metrowatch);
