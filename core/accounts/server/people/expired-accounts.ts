import { emit } from '#platform/server/domain-events.ts';
import { type DueWork, dueWork } from '#platform/server/due.ts';
import './events.ts';

/** Accounts that expire. Their people can no longer sign in; other slices end what they hold. */
export const accountDues: readonly DueWork[] = [
  dueWork('expired accounts', { table: 'users', at: 'expiry_due' }, async (context, { id }) => {
    await context.tx.updateTable('users').set({ expiryDue: null }).where('id', '=', id).execute();
    await emit(context, 'user.expired', { id });
  }),
];
