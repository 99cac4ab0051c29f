import { directionOf } from '#platform/web/i18n/i18n.ts';
import { SheetFoot } from '#platform/web/print/Sheet.tsx';
import type { PrintPage } from '#platform/web/print/start-print.tsx';
import type { ReportDocument } from '../../common/document.ts';
import { formatPeriod } from '../../common/format-cell.ts';
import { DocumentHead } from '../document/DocumentHead.tsx';
import { DocumentRows } from '../document/DocumentRows.tsx';
import { textIn } from '../texts.ts';

type Language = 'en' | 'ar';
type Printed = { document: ReportDocument; languages: readonly Language[]; code: string; address: string };

/** A text as a string of CSS. */
const cssText = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(/[\n\r]/g, ' ')}"`;

/** The margins of the pages in a language: company, report and period above, page numbers below. */
function pageRules({ name, company, zone, from, to, layout }: ReportDocument, language: Language): string {
  const t = textIn(language);
  const font = 'font-family: "Cairo Variable", sans-serif; font-size: 8pt; color: #5b6b7a;';
  const [start, end] = language === 'ar' ? ['right', 'left'] : ['left', 'right'];
  const direction = `direction: ${directionOf(language)};`;
  const size = `${layout.paper} ${layout.landscape ? 'landscape' : 'portrait'}`;
  const numbers = `${cssText(`${t('document.page')} `)} counter(page) ${cssText(` ${t('document.of')} `)} counter(pages)`;
  return `@page report-${language} {
    size: ${size};
    margin: 18mm 12mm 16mm;
    @top-${start} { content: ${cssText(`${company} – ${name}`)}; ${font} ${direction} }
    @top-${end} { content: ${cssText(formatPeriod({ from, to, zone }))}; ${font} direction: ltr; }
    @bottom-${start} { content: ${cssText(layout.footer[language])}; ${font} ${direction} }
    @bottom-${end} { content: ${numbers}; ${font} ${direction} }
  }`;
}

/** A report on paper, in one language or in both after each other. */
const DynamicReports: PrintPage<Printed> = ({ document: { data } }) => (
  <main>
    <style>{data.languages.map((language) => pageRules(data.document, language)).join('\n')}</style>
    {data.languages.map((language, at) => (
      <InLanguage key={language} printed={data} language={language} isFirst={at === 0} />
    ))}
  </main>
);

type Props = { printed: Printed; language: Language; isFirst: boolean };

function InLanguage({ printed: { document, code, address }, language, isFirst }: Props) {
  const t = textIn(language);
  return (
    <article
      lang={language}
      dir={directionOf(language)}
      style={{ page: `report-${language}`, ...(isFirst ? {} : { breakBefore: 'page' }) }}
    >
      <DocumentHead document={document} language={language} />
      <DocumentRows document={document} language={language} />
      <SheetFoot code={{ text: address, label: t('document.verify') }}>
        <p>
          <bdi dir="ltr">{address}</bdi>
        </p>
        <p>
          <bdi dir="ltr">{code}</bdi>
        </p>
      </SheetFoot>
    </article>
  );
}

export default DynamicReports;
