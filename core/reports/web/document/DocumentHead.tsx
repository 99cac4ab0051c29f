import { SheetFacts, SheetHead } from '#platform/web/print/Sheet.tsx';
import type { ReportDocument } from '../../common/document.ts';
import { formatCell, formatPeriod } from '../../common/format-cell.ts';
import { textIn } from '../texts.ts';

type Props = { document: Omit<ReportDocument, 'rows'>; language: 'en' | 'ar' };

/** The head of a report: what it is of, whose, and as of when. */
export function DocumentHead({ document, language }: Props) {
  const t = textIn(language);
  const { name, company, dataAt, by, zone } = document;
  const instant = { key: 'dataAt', title: { en: '', ar: '' }, type: 'instant' as const };
  return (
    <>
      <SheetHead title={name} under={<bdi dir="ltr">{formatPeriod(document)}</bdi>} company={company} />
      <SheetFacts
        columns={2}
        dir="auto"
        items={[
          [t('document.dataAt'), formatCell(dataAt, instant, { language, zone })],
          [t('document.by'), by],
        ]}
      />
    </>
  );
}
