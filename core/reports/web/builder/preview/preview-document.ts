import type { DocumentRow, DocumentSection, ReportDocument } from '../../../common/document.ts';
import { periodAt } from '../../../common/report-period.ts';
import type { OfferedSection } from '../../../common/section-catalogue.ts';
import { rowsOf } from '../../../common/section-rows.ts';
import { offeredOf } from '../catalogue.ts';
import type { Draft, DraftSection } from '../draft.ts';
import type { Preview } from './use-previews.ts';

type Question = {
  draft: Draft;
  previews: ReadonlyMap<number, Preview>;
  catalogue: readonly OfferedSection[];
  company: string;
  by: string;
  zone: string;
  /** What a report without a name is called. */
  unnamed: string;
  now: Date;
};
type Part = DocumentRow[number]['part'];

/** A section without its data: while it is read, or if it cannot be. */
const empty: Omit<DocumentSection, 'title' | 'app'> = {
  ...{ type: 'data', draw: 'table', columns: [], rows: [], totals: null, rowCount: 0, fault: null },
};

function partOf(section: DraftSection, { catalogue, previews }: Question): Part {
  switch (section.type) {
    case 'heading':
      return { type: 'heading', level: section.level, text: { en: section.en, ar: section.ar } };
    case 'text':
      return { type: 'text', text: { en: section.en, ar: section.ar } };
    case 'page-break':
      return { type: 'page-break' };
    case 'data': {
      const offered = offeredOf(catalogue, section);
      const name = offered?.name ?? { en: section.kind, ar: section.kind };
      const { data, failure = null } = previews.get(section.key) ?? {};
      const found = data ?? { ...empty, app: offered?.appName ?? null, fault: failure === null ? null : 'failed' };
      return { ...found, title: { en: section.titleEn || name.en, ar: section.titleAr || name.ar } };
    }
  }
}

/** The document that a run of the draft would make now. */
export function previewDocument(question: Question): ReportDocument {
  const { draft, company, by, zone, unnamed, now } = question;
  const { paper, landscape, footerEn, footerAr } = draft.layout;
  return {
    ...{ name: draft.name.trim() || unnamed, company, by, zone, dataAt: now.toISOString() },
    ...periodAt(draft.period, now, zone),
    layout: { paper, landscape, footer: { en: footerEn, ar: footerAr } },
    rows: rowsOf(draft.sections).map((row) =>
      row.map(({ section }) => ({ width: section.width, part: partOf(section, question) })),
    ),
  };
}
