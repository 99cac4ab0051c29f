import { dateFormat } from '#platform/common/time/date-formats.ts';
import type { DocumentCell, DocumentColumn } from './document.ts';

type Reader = { language: 'en' | 'ar'; zone: string };

const hourS = 3600;
const minuteS = 60;

/** Hours and minutes, with seconds below an hour: `26:05 h`, `4:30 min`. */
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  return Math.abs(whole) >= hourS
    ? `${Math.trunc(whole / hourS)}:${two(Math.abs(Math.trunc((whole % hourS) / minuteS)))} h`
    : `${Math.trunc(whole / minuteS)}:${two(Math.abs(whole % minuteS))} min`;
}

const decimalsOf = ({ type, decimals }: Pick<DocumentColumn, 'type' | 'decimals'>): number =>
  decimals ?? (type === 'percent' ? 1 : 0);

/** The number as a document shows it: Latin digits in both languages, the minus in front. */
export function formatNumber(value: number, column: Pick<DocumentColumn, 'type' | 'decimals' | 'unit'>): string {
  if (column.type === 'duration') return duration(value);
  const digits = decimalsOf(column);
  const text = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );
  const unit = column.type === 'percent' ? '%' : column.unit;
  return unit ? `${text} ${unit}` : text;
}

/** What a cell shows on the page, in PDFs and in CSV. An empty cell is a dash. */
export function formatCell(value: DocumentCell, column: DocumentColumn, { language, zone }: Reader): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'number') return formatNumber(value, column);
  if (column.type === 'instant' || column.type === 'day') {
    const time = column.type === 'instant' ? ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const) : {};
    const options = { timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric', ...time } as const;
    return dateFormat('en-GB', options).format(new Date(value)).replace(',', '');
  }
  return column.names?.[value]?.[language] ?? value;
}

/** The period with its zone, as every form of a report names it. */
export function formatPeriod({ from, to, zone }: { from: string; to: string; zone: string }): string {
  const column = { key: '', title: { en: '', ar: '' }, type: 'instant' as const };
  const at = (instant: string) => formatCell(instant, column, { language: 'en', zone });
  return `${at(from)} – ${at(to)} (${zone})`;
}
