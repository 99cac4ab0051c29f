/** Props of a required input: the asterisk for the eye, the attribute for screen readers. */
export const required = { withAsterisk: true, 'aria-required': true } as const;
