import { pageAddress } from '../routing/bind-pages.ts';
import { type AccessSubject, denialReasons } from './denial-reasons.ts';

/** The address of the first page of a guest: of the first app that has one which the guest may open. Null for staff. */
export function guestHomeOf(caller: AccessSubject): string | null {
  if (caller.me?.session.user.kind !== 'guest') return null;
  for (const app of caller.apps) {
    const page = app.pages.find(({ path }) => path === app.guestHome);
    if (page && denialReasons({ app, page, params: {} }, caller).length === 0) return pageAddress(app, page);
  }
  return null;
}
