/** Props of a required input: the asterisk for sighted people, the attribute for screen readers. */
export const required = { withAsterisk: true, 'aria-required': true } as const;
