import type { CSSProperties, ReactNode } from 'react';
import { QrCode } from '../ui/images/QrCode.tsx';
import classes from './Sheet.module.css';

type HeadProps = {
  title: string;
  /** The line under the title. */
  under: ReactNode;
  company: string;
  /** Lines under the name of the company. */
  children?: ReactNode;
};

/** The head of a document: its title and its company. */
export function SheetHead({ title, under, company, children }: HeadProps) {
  return (
    <header className={classes.head}>
      <div>
        <h1>{title}</h1>
        <p className={classes.under}>{under}</p>
      </div>
      <div className={classes.company}>
        <strong>
          <bdi>{company}</bdi>
        </strong>
        {children}
      </div>
    </header>
  );
}

export type SheetFact = readonly [name: string, value: string | null | undefined];
type FactsProps = {
  items: readonly SheetFact[];
  columns?: number;
  /** The direction of the values; `auto` for texts of the language. */
  dir?: 'ltr' | 'auto';
};

/** Names with their values, in columns; those without a value are left out. */
export function SheetFacts({ items, columns = 3, dir = 'ltr' }: FactsProps) {
  return (
    <dl className={classes.facts} style={{ '--columns': columns } as CSSProperties}>
      {items.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi dir={dir}>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A table over the width of the sheet, whose rows are not divided between two pages. */
export function SheetTable({ headings, children }: { headings: readonly string[]; children: ReactNode }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The foot of a document, with the code that leads to its check. */
export function SheetFoot({
  code,
  children,
}: {
  code?: { text: string; label: string } | undefined;
  children: ReactNode;
}) {
  return (
    <footer className={classes.foot}>
      <div>{children}</div>
      {code && <QrCode {...code} />}
    </footer>
  );
}
