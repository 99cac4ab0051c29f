import { textOf } from '#platform/server/locale-texts.ts';
import { reports } from '../../app.ts';
import type { DocumentCell, DocumentColumn, DocumentSection, ReportDocument } from '../../common/document.ts';
import { formatCell, formatPeriod } from '../../common/format-cell.ts';

type Language = 'en' | 'ar';

/** A cell of a sheet. `wall`: the wall-clock time of an instant in the zone of the report, as an ISO text in UTC. */
export type SheetValue = string | number | null | { wall: string };
/** `headRows`: how many rows stay in sight. */
export type Sheet = { name: string; headRows: number; rows: SheetValue[][] };

/** The longest text that a cell of a spreadsheet takes, and the longest name of a sheet. */
const [longestText, longestName] = [32_767, 31];

const text = (key: string, language: Language): string => textOf(reports, language, `document.${key}`) ?? key;

const instantColumn: DocumentColumn = { key: '', title: { en: '', ar: '' }, type: 'instant' };

export const headingOf = ({ title, unit, type }: DocumentColumn, language: Language): string => {
  const shown = type === 'percent' ? '%' : type === 'duration' ? 's' : unit;
  return shown ? `${title[language]} (${shown})` : title[language];
};

/** Sheets have no time zones: they get wall-clock times. */
function wallOf(instant: string, zone: string): string {
  const [day = '', time = ''] = formatCell(instant, instantColumn, { language: 'en', zone }).split(' ');
  return `${day.split('/').reverse().join('-')}T${time}:00.000Z`;
}

function valueOf(cell: DocumentCell, column: DocumentColumn, language: Language, zone: string): SheetValue {
  if (cell === null || typeof cell === 'number') return cell;
  if (column.type === 'instant' || column.type === 'day') return { wall: wallOf(cell, zone) };
  return (column.names?.[cell]?.[language] ?? cell).slice(0, longestText);
}

/** Names of sheets are unique, short and without some punctuation. */
function sheetName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[\\/?*[\]:]/g, ' ').trim() || '-';
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : ` ${n}`;
    const tried = plain.slice(0, longestName - end.length) + end;
    if (taken.has(tried.toLowerCase())) continue;
    taken.add(tried.toLowerCase());
    return tried;
  }
}

const tablesOf = ({ rows }: ReportDocument): DocumentSection[] =>
  rows.flat().flatMap(({ part }) => (part.type === 'data' ? part : []));

function tableRows({ columns, rows, totals, rowCount, fault }: DocumentSection, language: Language, zone: string) {
  if (fault) return [[text(`faults.${fault}`, language)]];
  const body = rows.map((row) => row.map((cell, at) => valueOf(cell, columns[at] ?? instantColumn, language, zone)));
  const total = totals?.map((sum, at): SheetValue => sum ?? (at === 0 ? text('total', language) : null));
  const cut = rowCount > rows.length ? [[`${rows.length} / ${rowCount}`]] : [];
  return [columns.map((column): SheetValue => headingOf(column, language)), ...body, ...(total ? [total] : []), ...cut];
}

/** A sheet about the report as a whole, and one for each of its tables, with the totals below. */
export function sheetsOf(document: ReportDocument, language: Language): Sheet[] {
  const { zone } = document;
  const taken = new Set<string>();
  const facts: SheetValue[][] = [
    [document.name],
    [document.company],
    [text('period', language), formatPeriod(document)],
    [text('dataAt', language), { wall: wallOf(document.dataAt, zone) }],
    [text('by', language), document.by],
  ];
  return [
    { name: sheetName(text('report', language), taken), headRows: 0, rows: facts },
    ...tablesOf(document).map((table) => ({
      name: sheetName([table.title[language], table.app?.[language]].filter(Boolean).join(' – '), taken),
      headRows: 1,
      rows: tableRows(table, language, zone),
    })),
  ];
}
