import type { FastifyRequest } from 'fastify';
import { doneAtHeader } from '../../common/offline/done-at.ts';
import { instant } from '../../common/validation/validation.ts';
import { present } from '../clock.ts';

/** When something was done, and when the server learned of it. */
export type DoneAt = { doneAt: Date; receivedAt: Date };

/** A clock may run ahead by this much. A later instant is that of a wrong clock. */
const aheadMs = 2 * 60_000;
const claim = instant();

/**
 * When the caller did what the request is about: the claimed instant, else that of the header `x-done-at`, with which
 * browsers send changes that had to wait. Nothing is too late. An instant in the future counts as the time of receipt,
 * and so does one that cannot be read.
 */
export function doneAtOf(request: Pick<FastifyRequest, 'headers'>, claimed?: string | null): DoneAt {
  const receivedAt = present();
  const stated = claim.safeParse(claimed ?? request.headers[doneAtHeader]);
  const at = stated.success ? new Date(stated.data) : receivedAt;
  return { doneAt: at.getTime() > receivedAt.getTime() + aheadMs ? receivedAt : at, receivedAt };
}
