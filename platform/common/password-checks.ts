/** The checklist under a password field, in its order, with the text of the specification as key. Apart from zod, for pages that must stay small. */
export const passwordChecks = {
  atLeast8: (text: string) => text.length >= 8,
  smallLetters: (text: string) => /\p{Ll}/u.test(text),
  capitalLetters: (text: string) => /\p{Lu}/u.test(text),
  includesNumbers: (text: string) => /\d/.test(text),
  specialCharacter: (text: string) => /[^\p{L}\d\s]/u.test(text),
} as const;

/** Long, with a letter, a capital letter, a digit and a special character; at most 128. */
export const isPassword = (text: string): boolean =>
  text.length <= 128 &&
  passwordChecks.atLeast8(text) &&
  passwordChecks.capitalLetters(text) &&
  passwordChecks.includesNumbers(text) &&
  passwordChecks.specialCharacter(text);
