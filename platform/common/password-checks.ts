/**
 * The checklist of a password field, in order, keyed by the text of the specification. Separate from zod, to keep the
 * sign-in pages small.
 */
export const passwordChecks = {
  atLeast8: (text: string) => text.length >= 8,
  smallLetters: (text: string) => /\p{Ll}/u.test(text),
  capitalLetters: (text: string) => /\p{Lu}/u.test(text),
  includesNumbers: (text: string) => /\d/.test(text),
  specialCharacter: (text: string) => /[^\p{L}\d\s]/u.test(text),
} as const;

/** At least 8 and at most 128 characters with a letter, a capital letter, a digit and a special character. */
export const isPassword = (text: string): boolean =>
  text.length <= 128 &&
  passwordChecks.atLeast8(text) &&
  passwordChecks.capitalLetters(text) &&
  passwordChecks.includesNumbers(text) &&
  passwordChecks.specialCharacter(text);
