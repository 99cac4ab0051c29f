import { clientOf } from '#platform/web/client/client-of.ts';
import { fleet } from '../app.ts';

export const api = clientOf(fleet);
