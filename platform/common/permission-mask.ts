/** Permission key → stable position in the mask. Positions are only appended. */
export type PermissionIndex = Record<string, { index: number }>;

const decoded = new Map<string, Uint8Array>();

function bytesOf(mask: string): Uint8Array {
  let bytes = decoded.get(mask);
  if (!bytes) {
    if (decoded.size > 500) decoded.clear();
    const text = atob(mask.replaceAll('-', '+').replaceAll('_', '/'));
    bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    decoded.set(mask, bytes);
  }
  return bytes;
}

/** Whether the mask (base64url) has the bit; an unregistered permission has no index and is denied. */
export function hasBit(mask: string, index: number | undefined): boolean {
  if (index === undefined) return false;
  return ((bytesOf(mask)[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
}

/** Encodes a mask (base64url, without padding) with exactly these bits. */
export function maskOf(indexes: readonly number[]): string {
  const bytes = new Uint8Array((Math.max(-1, ...indexes) >> 3) + 1);
  for (const index of indexes) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
