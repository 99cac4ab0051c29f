let rules =
  '(SELECT NULL::integer AS id, NULL::text AS name, NULL::jsonb AS titles, NULL::jsonb AS message, NULL::jsonb AS guidance, NULL::jsonb AS levels WHERE false)';

/**
 * Sets the subquery for the rules that raise alarms: id, name, titles, message, guidance, levels. Alarms must not
 * import rules, so the slice of rules calls this once when it is loaded.
 */
export function provideRules(subquery: string): void {
  rules = subquery;
}

export const ruleFacts = (): string => rules;
