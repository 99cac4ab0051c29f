import { errors, jwtVerify, SignJWT } from 'jose';
import { lifetimes } from '../../common/auth.ts';

const issuer = 'rasid';

export type AccessClaims = { userId: number; sessionId: string };

export const signAccessToken = ({ userId, sessionId }: AccessClaims, key: Uint8Array): Promise<string> =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(userId))
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime(`${lifetimes.accessSeconds}s`)
    .sign(key);

/** Null for a token that is forged, damaged or expired: such a token counts as absent. */
export async function readAccessToken(token: string, key: Uint8Array): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      requiredClaims: ['sub', 'sid', 'exp'],
    });
    return { userId: Number(payload.sub), sessionId: String(payload.sid) };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
