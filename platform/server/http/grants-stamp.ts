import { createHash } from 'node:crypto';
import type { Session } from '../../common/access.ts';

/**
 * `<person>-<selected client or 0>.<fingerprint>` of what the mask does not contain: the abilities of permission groups
 * and the entitled apps. Every reply has it, so that a browser notices a change at its next call.
 */
export function grantsStamp({ user, abilities, apps, actingFor }: Session): string {
  const fingerprint = createHash('sha1')
    .update(JSON.stringify([apps, abilities]))
    .digest('base64url')
    .slice(0, 12);
  return `${user.id}-${actingFor ?? 0}.${fingerprint}`;
}
