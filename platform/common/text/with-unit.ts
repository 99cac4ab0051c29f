/** A number with its unit. A percent sign, also that of "% LEL", follows without a space. */
export const withUnit = (value: string, unit: string | null | undefined): string => `${value}${unitSuffix(unit)}`;

/**
 * The same on one line: the unit never wraps alone onto the next. For screens; mails and files have ordinary spaces.
 */
export const withUnitOnOneLine = (value: string, unit: string | null | undefined): string =>
  withUnit(value, unit).replaceAll(' ', '\u00a0');

/** What follows a number in a field: the unit with the space before it. */
export const unitSuffix = (unit: string | null | undefined): string =>
  unit ? (unit.startsWith('%') ? unit : ` ${unit}`) : '';
