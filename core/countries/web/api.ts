import { clientOf } from '#platform/web/client/client-of.ts';
import { countries } from '../app.ts';

export const api = clientOf(countries);
