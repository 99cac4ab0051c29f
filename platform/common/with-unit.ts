/** A number with its unit. A percent sign, also that of "% LEL", stands without a space. */
export const withUnit = (value: string, unit: string | null | undefined): string => `${value}${unitSuffix(unit)}`;

/** What follows a number in a field: the unit with the space before it. */
export const unitSuffix = (unit: string | null | undefined): string =>
  unit ? (unit.startsWith('%') ? unit : ` ${unit}`) : '';
