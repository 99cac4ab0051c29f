import { hash, verify } from '@node-rs/argon2';

// The package's own defaults are argon2id with 19 MiB and two passes, as OWASP recommends.
export const hashPassword = (password: string): Promise<string> => hash(password);

let nobody: Promise<string> | undefined;

/** Takes as long for an unknown address, so that the response time reveals nothing. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hash('an address that nobody has');
  const matches = await verify(stored ?? (await nobody), password);
  return stored !== undefined && matches;
}
