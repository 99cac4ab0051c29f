export const byteOrderMark = '\uFEFF';

/** Text that a spreadsheet would run as a formula gets an apostrophe, in signs of full width too. Numbers stay numbers. */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  const text =
    typeof value === 'number'
      ? String(value)
      : /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(String(value))
        ? `'${value}`
        : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
