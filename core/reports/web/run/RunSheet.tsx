import { useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { ReportDocument } from '../../common/document.ts';
import { formatCell, formatPeriod } from '../../common/format-cell.ts';
import { DocumentRows } from '../document/DocumentRows.tsx';
import { useText } from '../texts.ts';
import classes from './run.module.css';

const instant = { key: 'dataAt', title: { en: '', ar: '' }, type: 'instant' as const };

/** What a run has found, drawn as on paper, in the language of the reader. */
export function RunSheet({ document, code }: { document: ReportDocument; code: string | undefined }) {
  const t = useText();
  const { language } = useFormats();
  const { name, company, zone, dataAt, by, layout } = document;
  return (
    <article className={classes.sheet} aria-label={t('run.document')}>
      <header className={classes.head}>
        <div>
          <p className={classes.title}>
            <bdi>{name}</bdi>
          </p>
          <p>
            <Bdi>{formatPeriod(document)}</Bdi>
          </p>
        </div>
        <div>
          <p>
            <strong>
              <bdi>{company}</bdi>
            </strong>
          </p>
          <p className={classes.dim}>
            {t('document.dataAt')} <Bdi>{formatCell(dataAt, instant, { language, zone })}</Bdi>
          </p>
          <p className={classes.dim}>
            {t('document.by')} <bdi>{by}</bdi>
          </p>
        </div>
      </header>
      <DocumentRows document={document} language={language} />
      {(code || layout.footer[language]) && (
        <footer className={classes.foot}>
          {layout.footer[language]}
          {code && (
            <p>
              {t('run.verify')} <Bdi>{code}</Bdi>
            </p>
          )}
        </footer>
      )}
    </article>
  );
}
