import { createHash } from 'node:crypto';
import type { Session } from '../common/access.ts';

/**
 * `<person>-<company acted for>.<fingerprint>` of what the mask does not hold: the abilities of permission groups and the held
 * apps. It rides on every answer, so that a browser learns of a change at its next call.
 */
export function grantsStamp({ user, abilities, apps, actingFor }: Session): string {
  const fingerprint = createHash('sha1')
    .update(JSON.stringify([apps, abilities]))
    .digest('base64url')
    .slice(0, 12);
  return `${user.id}-${actingFor ?? 0}.${fingerprint}`;
}
