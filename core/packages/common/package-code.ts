/** Crockford's base32: no I, L, O and U, which are mistaken for other characters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base = alphabet.length;
const codeLength = 16;

/**
 * The check character by Luhn's sum modulo 32: it detects every single wrong character and every swap of two neighbours
 * except 0 and Z.
 */
function checkOf(characters: string): string {
  const sum = [...characters].reverse().reduce((total, character, position) => {
    const value = alphabet.indexOf(character) * (position % 2 === 0 ? 2 : 1);
    return total + Math.floor(value / base) + (value % base);
  }, 0);
  return alphabet.charAt((base - (sum % base)) % base);
}

/** A code of 75 random bits and a check character. */
export function newCode(random: Uint8Array): string {
  const characters = [...random.subarray(0, codeLength - 1)].map((byte) => alphabet.charAt(byte % base)).join('');
  return characters + checkOf(characters);
}

/** A typed or scanned code without separators, with look-alike characters resolved; null if it is invalid. */
export function parsePackageCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (code.length !== codeLength || [...code].some((character) => !alphabet.includes(character))) return null;
  return checkOf(code.slice(0, -1)) === code.slice(-1) ? code : null;
}

/** `ABCD-EFGH-JKMN-PQRS` */
export const shownCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');
