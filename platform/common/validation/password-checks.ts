export const passwordLength = { least: 12, most: 128 } as const;

/**
 * The checklist of a password field. Length is what makes a password hard to guess, so no kinds of characters are
 * demanded. Separate from zod, to keep the sign-in pages small.
 */
export const passwordChecks = {
  atLeast12: (text: string) => text.length >= passwordLength.least,
} as const;

export const isPassword = (text: string): boolean =>
  text.length <= passwordLength.most && Object.values(passwordChecks).every((check) => check(text));
