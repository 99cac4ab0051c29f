import { Anchor } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { fillPath } from '../../client/client-of.ts';
import { formatDate, useFormats } from '../../i18n/formats.ts';
import { Ago } from '../Ago.tsx';
import { Bdi } from '../Bdi.tsx';

// biome-ignore lint/suspicious/noExplicitAny: columns are written by field name, before the row's type is known
type AnyRow = any;

export type Column<Row = AnyRow> = {
  field: string;
  /** Its name is the text `columns.<name>`; the field when left out. */
  name?: string;
  /** How it is shown; by default as a word, a number or a name. */
  render?: (row: Row) => ReactNode;
  /** As plain text, for the export. */
  text?: (row: Row) => string | number | null | undefined;
  /** The instant that it shows, for sheets that know dates. */
  instant?: (row: Row) => string | null | undefined;
  /** Where Enter and the name lead. */
  to?: (row: Row) => string;
  sortable?: boolean;
  numeric?: boolean;
  /** Share of the width. */
  width?: 1 | 2 | 3;
  /** Hidden until the person shows it. */
  hidden?: boolean;
};
export type ColumnInput<Row = AnyRow> = (keyof Row & string) | Column<Row>;

type Options<Row> = Partial<Omit<Column<Row>, 'field'>>;

export const valueAt = (row: AnyRow, field: string): unknown =>
  field.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | null | undefined)?.[part], row);

/** The name of the record, leading to its page; braces are filled from the row. */
export function link<Row = AnyRow>(field: string, address: string, options: Options<Row> = {}): Column<Row> {
  const to = (row: Row) => fillPath(address, row as Record<string, unknown>);
  return {
    field,
    width: 2,
    to,
    render: (row) => (
      <Anchor component={Link} to={to(row)} fw={550} inherit tabIndex={-1}>
        <bdi>{String(valueAt(row, field) ?? '–')}</bdi>
      </Anchor>
    ),
    ...options,
  };
}

/** A cell drawn by a component that gets the value and the row. */
export function cell<Row = AnyRow>(
  field: string,
  Component: ComponentType<{ value: AnyRow; row: Row }>,
  options: Options<Row> = {},
): Column<Row> {
  return { field, render: (row) => <Component value={valueAt(row, field)} row={row} />, ...options };
}

const instantAt = (field: string) => (row: AnyRow) => valueAt(row, field) as string | null;
const exactTime = (field: string) => (row: AnyRow) => formatDate(instantAt(field)(row));

/** A time as "3 minutes ago", with the exact time on hover. */
export function ago<Row = AnyRow>(field: string, options: Options<Row> = {}): Column<Row> {
  return {
    field,
    render: (row) => <Ago at={valueAt(row, field) as string | null} />,
    text: exactTime(field),
    instant: instantAt(field),
    ...options,
  };
}

function DateCell({ at }: { at: string | null }) {
  return <>{useFormats().date(at) || '–'}</>;
}
/** A time as DD/MM/YYYY HH:mm in the company's zone. */
export function date<Row = AnyRow>(field: string, options: Options<Row> = {}): Column<Row> {
  return {
    field,
    render: (row) => <DateCell at={valueAt(row, field) as string | null} />,
    text: exactTime(field),
    instant: instantAt(field),
    ...options,
  };
}

function NumberCell({ value, decimals, unit }: { value: number | null | undefined; decimals?: number; unit?: string }) {
  const { number } = useFormats();
  if (value === null || value === undefined) return <>–</>;
  return (
    <Bdi>
      {number(value, decimals)}
      {unit ? ` ${unit}` : ''}
    </Bdi>
  );
}
/** A number, end-aligned, with its unit. */
export function number<Row = AnyRow>(
  field: string,
  { decimals, unit, ...options }: Options<Row> & { decimals?: number; unit?: string } = {},
): Column<Row> {
  return {
    field,
    numeric: true,
    width: 1,
    render: (row) => (
      <NumberCell
        value={valueAt(row, field) as number | null}
        {...(decimals === undefined ? {} : { decimals })}
        {...(unit ? { unit } : {})}
      />
    ),
    ...options,
  };
}

/** A code, phone or MAC, always left to right. */
export function code<Row = AnyRow>(field: string, options: Options<Row> = {}): Column<Row> {
  return { field, render: (row) => <Bdi>{String(valueAt(row, field) ?? '–')}</Bdi>, ...options };
}

/** The key of the column's name. */
export const columnText = ({ field, name = field }: Column): string => `columns.${name}`;

export const columnsOf = (inputs: readonly ColumnInput[]): Column[] =>
  inputs.map((input) => (typeof input === 'string' ? { field: input } : input));
