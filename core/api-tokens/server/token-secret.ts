import { createHash, randomBytes } from 'node:crypto';
import { tokenPrefix } from '../common/api-token.ts';

/** A new token: 256 random bits behind the prefix. */
export const newSecret = (): string => `${tokenPrefix}${randomBytes(32).toString('base64url')}`;

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The characters of a token that lists show. */
export const hintOf = (token: string): string => token.slice(-4);

/** The token of the header `authorization: Bearer rasid_…`. */
export const tokenOf = (authorization: string | undefined): string | undefined =>
  /^Bearer (rasid_[\w-]{43})$/i.exec(authorization ?? '')?.[1];
