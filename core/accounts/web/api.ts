import { accounts } from '#core/accounts/app.ts';
import { clientOf } from '#platform/web/client/client-of.ts';

export const api = clientOf(accounts);
