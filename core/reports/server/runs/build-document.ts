import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Period } from '#platform/common/time/time.ts';
import { causeOf } from '#platform/server/monitoring/once-per-minute.ts';
import type {
  DocumentCell,
  DocumentColumn,
  DocumentRow,
  DocumentSection,
  ReportDocument,
  SectionFault,
  Words,
} from '../../common/document.ts';
import type { ReportColumn } from '../../common/manifest.ts';
import type { DataSection, ReportDefinition, ReportSection } from '../../common/report.ts';
import { rowsOf } from '../../common/section-rows.ts';
import { type AddedColumn, type SectionContext, type SectionData, sectionPart } from '../provided-sections.ts';
import { refusalOf, type SectionKind, sectionKind } from '../section-kinds.ts';
import { words } from '../section-words.ts';

/** The rows of one section, and of all of a report. */
export type RowLimits = { section: number; report: number };
const runLimits: RowLimits = { section: 10_000, report: 20_000 };
const cancelledStatement = '57014';

export type FaultAt = { section: number; fault: SectionFault };
export type Built = { document: ReportDocument; faults: FaultAt[]; rowCount: number; hash: string };

export type Question = {
  definition: ReportDefinition;
  period: Period;
  zone: string;
  company: string;
  by: string;
  dataAt: string;
  /** How many rows are read at most; by default as many as a run has. */
  mostRows?: RowLimits;
};

/** Reads all sections of a report in the transaction of the context, one after the other. */
export async function buildDocument(context: SectionContext, question: Question): Promise<Built> {
  const { definition, period, zone, company, by, dataAt } = question;
  const reading = new Reading(context, question);
  const rows: DocumentRow[] = [];
  for (const row of rowsOf(definition.sections)) {
    const parts: DocumentRow = [];
    for (const { at, section } of row) parts.push({ width: section.width, part: await reading.part(section, at) });
    rows.push(parts);
  }
  const { paper, landscape, footerEn, footerAr } = definition.layout;
  const layout = { paper, landscape, footer: { en: footerEn, ar: footerAr } };
  const document = { name: definition.name, company, zone, ...period, dataAt, by, layout, rows };
  return { document, faults: reading.faults, rowCount: reading.rowCount, hash: hashOf(rows) };
}

/** The hash of what was found, by which a later reading is compared. */
const hashOf = (rows: readonly DocumentRow[]): string =>
  createHash('sha256').update(JSON.stringify(rows)).digest('hex');

class Reading {
  readonly faults: FaultAt[] = [];
  rowCount = 0;
  private readonly context: SectionContext;
  private readonly question: Question;

  constructor(context: SectionContext, question: Question) {
    this.context = context;
    this.question = question;
  }

  async part(section: ReportSection, at: number): Promise<DocumentRow[number]['part']> {
    switch (section.type) {
      case 'heading':
        return { type: 'heading', level: section.level, text: { en: section.en, ar: section.ar } };
      case 'text':
        return { type: 'text', text: { en: section.en, ar: section.ar } };
      case 'page-break':
        return { type: 'page-break' };
      case 'data':
        return this.data(section, at);
    }
  }

  private async data(section: DataSection, at: number): Promise<DocumentSection> {
    const { kit } = this.context;
    const found = sectionKind(kit.apps, section.kind);
    const app = kit.apps.find(({ id }) => id === section.app);
    const name = found ? words(found.slice, `reportSections.${section.kind}`) : { en: section.kind, ar: section.kind };
    const shown = {
      type: 'data' as const,
      app: app ? words(app, 'app') : null,
      title: { en: section.titleEn || name.en, ar: section.titleAr || name.ar },
      draw: found?.spec.draw ?? ('table' as const),
    };
    const refused = refusalOf(this.context, section);
    const read = !found || refused ? { fault: refused ?? ('unknown' as const) } : await this.read(section, found);
    if ('fault' in read) {
      this.faults.push({ section: at, fault: read.fault });
      return { ...shown, columns: [], rows: [], totals: null, rowCount: 0, fault: read.fault };
    }
    this.rowCount += read.rows.length;
    return { ...shown, ...tableOf(read, found as SectionKind, section), fault: null };
  }

  /** A failed statement ends the reading of its section only. */
  private async read(
    section: DataSection,
    { kind, spec }: SectionKind,
  ): Promise<SectionData | { fault: SectionFault }> {
    const { tx, kit } = this.context;
    const { definition, period, zone, mostRows = runLimits } = this.question;
    await sql`SAVEPOINT section`.execute(tx);
    try {
      const initial = Object.fromEntries(
        Object.entries(spec.params ?? {}).flatMap(([name, param]) =>
          'initial' in param ? [[name, param.initial]] : [],
        ),
      );
      const data = await sectionPart(kind).read(this.context, {
        app: section.app,
        params: { ...initial, ...section.params },
        period,
        zone,
        structures: definition.structureIds.length > 0 ? definition.structureIds : null,
        mostRows: Math.max(0, Math.min(mostRows.section, mostRows.report - this.rowCount)),
      });
      await sql`RELEASE SAVEPOINT section`.execute(tx);
      return data;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      kit.log.warn({ err: error, kind }, `a section of a report could not be read ${causeOf(error)}`);
      await sql`ROLLBACK TO SAVEPOINT section`.execute(tx);
      return { fault: 'code' in error && error.code === cancelledStatement ? 'too-slow' : 'failed' };
    }
  }
}

function columnOf(slice: AppManifest, key: string, column: ReportColumn): DocumentColumn {
  const { type, unit, decimals, total } = column;
  return {
    key,
    title: words(slice, `reportColumns.${key}`),
    type,
    ...(unit === undefined ? {} : { unit }),
    ...(decimals === undefined ? {} : { decimals }),
    ...(total === undefined ? {} : { total }),
  };
}

const added = ({ key, title, type, unit, decimals, total }: AddedColumn): DocumentColumn => ({
  key,
  title,
  type,
  ...(unit === undefined ? {} : { unit }),
  ...(decimals === undefined ? {} : { decimals }),
  ...(total === undefined ? {} : { total }),
});

/** The names of the words in a column: those that occur. */
function namesIn(slice: AppManifest, field: string, cells: readonly DocumentCell[]): Record<string, Words> {
  const known = [...new Set(cells)].filter((cell) => typeof cell === 'string');
  return Object.fromEntries(known.map((word) => [word, words(slice, `values.${field}.${word}`)]));
}

function tableOf(
  data: SectionData,
  { spec, slice }: SectionKind,
  section: DataSection,
): Pick<DocumentSection, 'columns' | 'rows' | 'totals' | 'rowCount'> {
  const { rows: found, added: more = [] } = data;
  const keys = section.columns.length > 0 ? section.columns : Object.keys(spec.columns);
  const declared = keys.flatMap((key) => {
    const column = spec.columns[key];
    return column ? [{ column, shown: columnOf(slice, key, column) }] : [];
  });
  const columns = [
    ...declared.map(({ column, shown }) =>
      column.values === undefined
        ? { ...shown, ...(data.names?.[shown.key] && { names: data.names[shown.key] }) }
        : {
            ...shown,
            names: namesIn(
              slice,
              column.values,
              found.map((row) => row[shown.key] ?? null),
            ),
          },
    ),
    ...more.map(added),
  ];
  const rows = found.map((row) => columns.map(({ key }) => row[key] ?? null));
  return { columns, rows, totals: totalsOf(columns, rows, data), rowCount: data.rowCount ?? rows.length };
}

/** Sums of unrounded values, of all rows also where only the first are shown; null for a column without one. */
function totalsOf(
  columns: readonly DocumentColumn[],
  rows: readonly DocumentCell[][],
  { totals, rowCount = rows.length }: SectionData,
): DocumentSection['totals'] {
  const summed = columns.map(({ total }) => total === 'sum');
  if (rowCount < 2 || !summed.includes(true) || (!totals && rowCount > rows.length)) return null;
  const sumAt = (at: number) => rows.reduce((sum, row) => sum + (typeof row[at] === 'number' ? row[at] : 0), 0);
  return columns.map(({ key }, at) => (summed[at] ? (totals?.[key] ?? sumAt(at)) : null));
}
