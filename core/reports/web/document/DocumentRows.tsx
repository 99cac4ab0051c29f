import type { CSSProperties, ReactNode } from 'react';
import type { DocumentRow, DocumentSection, ReportDocument } from '../../common/document.ts';
import { formatCell } from '../../common/format-cell.ts';
import { textIn } from '../texts.ts';
import classes from './Document.module.css';

type Language = 'en' | 'ar';
type Reader = { language: Language; zone: string };

type Props = {
  document: ReportDocument;
  language: Language;
  /** Adds to what is drawn of a section, or replaces it; `position` is that of the section in the report. */
  around?(drawn: ReactNode, position: number): ReactNode;
};

/** The sections of a report in one language, as paper and the page of a run show them. */
export function DocumentRows({ document, language, around = (drawn) => drawn }: Props) {
  const reader = { language, zone: document.zone };
  const before = document.rows.map((_, at) => document.rows.slice(0, at).flat().length);
  return document.rows.map((row, at) => (
    // The rows of a frozen document never move.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <div key={at} className={classes.row}>
      {row.map(({ width, part }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={place} className={classes.part} style={{ '--width': width } as CSSProperties}>
          {around(<Part part={part} reader={reader} />, (before[at] ?? 0) + place)}
        </div>
      ))}
    </div>
  ));
}

type PartProps = { part: DocumentRow[number]['part']; reader: Reader };

function Part({ part, reader }: PartProps) {
  switch (part.type) {
    case 'heading':
      return part.level === 1 ? <h2>{part.text[reader.language]}</h2> : <h3>{part.text[reader.language]}</h3>;
    case 'text':
      return <p className={classes.text}>{part.text[reader.language]}</p>;
    case 'page-break':
      return <div className={classes.break} />;
    case 'data':
      return <Section section={part} reader={reader} />;
  }
}

type SectionProps = { section: DocumentSection; reader: Reader };

function Section({ section, reader }: SectionProps) {
  const { title, app } = section;
  return (
    <section>
      <h3>
        {title[reader.language]} {app && <span className={classes.app}>{app[reader.language]}</span>}
      </h3>
      <Data section={section} reader={reader} />
    </section>
  );
}

function Data({ section, reader }: SectionProps) {
  const t = textIn(reader.language);
  const { fault, rows, draw, rowCount } = section;
  if (fault) return <p className={classes.note}>{t(`document.faults.${fault}`)}</p>;
  if (rows.length === 0) return <p className={classes.note}>{t('document.empty')}</p>;
  return (
    <>
      {rowCount > rows.length && (
        <p className={classes.note}>{t('document.cut', { shown: rows.length, count: rowCount })}</p>
      )}
      {draw === 'tiles' ? (
        <Tiles section={section} reader={reader} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, by the keyboard too
        <div className={classes.scroll} tabIndex={0}>
          <Table section={section} reader={reader} />
        </div>
      )}
    </>
  );
}

function Tiles({ section: { columns, rows }, reader }: SectionProps) {
  const [first = []] = rows;
  return (
    <dl className={classes.tiles}>
      {columns.map((column, at) => (
        <div key={column.key} className={classes.tile}>
          <dt>{column.title[reader.language]}</dt>
          <dd>
            <bdi>{formatCell(first[at] ?? null, column, reader)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isNumber = (type: string) => type === 'number' || type === 'percent' || type === 'duration';

/** A table; as bars, its first number is drawn as well. */
function Table({ section: { columns, rows, totals, draw }, reader }: SectionProps) {
  const t = textIn(reader.language);
  const drawn = draw === 'bars' ? columns.findIndex(({ type }) => isNumber(type)) : -1;
  const most = Math.max(0, ...rows.map((row) => Number(row[drawn] ?? 0)));
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {columns.map(({ key, title, type }) => (
            <th key={key} scope="col" data-number={isNumber(type) || undefined}>
              {title[reader.language]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a frozen document never move
          <tr key={at} data-row>
            {columns.map((column, place) => (
              <td key={column.key} data-number={isNumber(column.type) || undefined}>
                <bdi>{formatCell(row[place] ?? null, column, reader)}</bdi>
                {place === drawn && most > 0 && (
                  <span
                    className={classes.bar}
                    style={{ '--share': (Number(row[place] ?? 0) / most) * 100 } as CSSProperties}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
        {totals && (
          <tr className={classes.total}>
            {columns.map((column, place) => {
              const total = totals[place] ?? null;
              return (
                <td key={column.key} data-number={isNumber(column.type) || undefined}>
                  {total === null ? place === 0 && t('document.total') : <bdi>{formatCell(total, column, reader)}</bdi>}
                </td>
              );
            })}
          </tr>
        )}
      </tbody>
    </table>
  );
}
