type Numbered = { before: string; digits: string };
const numbered = (bay: string): Numbered => {
  const [, before = bay, digits = ''] = /^(.*?)(\d*)$/.exec(bay) ?? [];
  return { before, digits };
};

/** Whether a bay is the one after another in their series: B1-010 after B1-009. */
function follows(bay: string, last: string): boolean {
  const [here, there] = [numbered(bay), numbered(last)];
  if (here.digits === '' || there.digits === '' || here.before !== there.before) return false;
  return here.digits === String(Number(there.digits) + 1).padStart(there.digits.length, '0');
}

/** The numbers of bays in words of a list, where three and more in a row are named by the first and the last one. */
export function bayRanges(bays: readonly string[]): string {
  const rows: string[][] = [];
  for (const bay of bays) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last !== undefined && follows(bay, last)) row.push(bay);
    else rows.push([bay]);
  }
  return rows.flatMap((row) => (row.length > 2 ? [`${row[0]} – ${row.at(-1)}`] : row)).join(', ');
}
