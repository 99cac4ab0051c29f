import { Anchor } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { fillPath } from '../../client/client-of.ts';
import { formatDate, useFormats } from '../../i18n/formats.ts';
import { Ago } from '../time/Ago.tsx';
import { Bdi } from '../values/Bdi.tsx';

// biome-ignore lint/suspicious/noExplicitAny: within the kit a table shows rows of any kind; pages give it typed columns
export type AnyRow = any;

type IsAny<Type> = 0 extends 1 & Type ? true : false;
type Fields<Row> = {
  [Key in keyof Row & string]: NonNullable<Row[Key]> extends readonly unknown[]
    ? Key
    : NonNullable<Row[Key]> extends object
      ? Key | `${Key}.${Fields<NonNullable<Row[Key]>>}`
      : Key;
}[keyof Row & string];
/** A field of a row, or of a record within it: `name`, `structure.name`. */
export type FieldOf<Row> = IsAny<Row> extends true ? string : Fields<Row>;
type ValueAt<Row, Field extends string> =
  IsAny<Row> extends true
    ? AnyRow
    : Field extends keyof Row
      ? Row[Field]
      : Field extends `${infer Head}.${infer Tail}`
        ? Head extends keyof Row
          ? ValueAt<NonNullable<Row[Head]>, Tail>
          : never
        : never;

type Shown<Row> = {
  /** Its name is the text `columns.<name>`; the field when left out. */
  name?: string;
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
type Drawn<Row> = (row: Row) => ReactNode;
type Text<Row> = (row: Row) => string | number | null | undefined;
/** Shows a field of the row; or something made of the row, which then draws itself and says its plain text for the export. */
export type Column<Row> = Shown<Row> &
  (
    | {
        field: FieldOf<Row>;
        /** By default as a word, a number or a name. */
        render?: Drawn<Row>;
        text?: Text<Row>;
      }
    | { field: string; render: Drawn<Row>; text: Text<Row> }
  );
export type ColumnInput<Row> = FieldOf<Row> | Column<Row>;

type Options<Row> = Shown<Row> & { render?: Drawn<Row>; text?: Text<Row> };
type NumberOptions = { decimals?: number; unit?: string };

export const valueAt = (row: AnyRow, field: string): unknown =>
  field.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | null | undefined)?.[part], row);

const instantAt = (field: string) => (row: AnyRow) => valueAt(row, field) as string | null;
const exactTime = (field: string) => (row: AnyRow) => formatDate(instantAt(field)(row));

function DateCell({ at }: { at: string | null }) {
  return <>{useFormats().date(at) || '–'}</>;
}

function NumberCell({ value, decimals, unit }: { value: number | null | undefined } & NumberOptions) {
  const { number } = useFormats();
  if (value === null || value === undefined) return <>–</>;
  return (
    <Bdi>
      {number(value, decimals)}
      {unit ? ` ${unit}` : ''}
    </Bdi>
  );
}

/** Makers of the columns of one kind of row. */
export type ColumnMakers<Row> = {
  /** The name of the record, leading to its page; braces of the address are filled from the row. */
  link(field: FieldOf<Row>, address: string, options?: Options<Row>): Column<Row>;
  /** A cell drawn by a component that gets the value and the row. */
  cell<Field extends FieldOf<Row>>(
    field: Field,
    Component: ComponentType<{ value: ValueAt<Row, Field>; row: Row }>,
    options?: Options<Row>,
  ): Column<Row>;
  /** A time as "3 minutes ago", with the exact time on hover. */
  ago(field: FieldOf<Row>, options?: Options<Row>): Column<Row>;
  /** A time as DD/MM/YYYY HH:mm in the company's zone. */
  date(field: FieldOf<Row>, options?: Options<Row>): Column<Row>;
  /** A number, end-aligned, with its unit. */
  number(field: FieldOf<Row>, options?: Options<Row> & NumberOptions): Column<Row>;
  /** A code, phone or MAC, always left to right. */
  code(field: FieldOf<Row>, options?: Options<Row>): Column<Row>;
};

const makers: ColumnMakers<AnyRow> = {
  link(field, address, options) {
    const to = (row: AnyRow) => fillPath(address, row);
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
  },
  cell: (field, Component, options) => ({
    field,
    render: (row) => <Component value={valueAt(row, field)} row={row} />,
    ...options,
  }),
  ago: (field, options) => ({
    field,
    render: (row) => <Ago at={instantAt(field)(row)} />,
    text: exactTime(field),
    instant: instantAt(field),
    ...options,
  }),
  date: (field, options) => ({
    field,
    render: (row) => <DateCell at={instantAt(field)(row)} />,
    text: exactTime(field),
    instant: instantAt(field),
    ...options,
  }),
  number: (field, { decimals, unit, ...options } = {}) => ({
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
  }),
  code: (field, options) => ({
    field,
    render: (row) => <Bdi>{String(valueAt(row, field) ?? '–')}</Bdi>,
    ...options,
  }),
};

/** The makers, typed by the row that a call answers: `const { link, ago } = columnsFor<Gateway>()`. */
export const columnsFor = <Row,>(): ColumnMakers<Row> => makers as ColumnMakers<Row>;

/** The key of the column's name. */
export const columnText = ({ field, name = field }: { field: string; name?: string }): string => `columns.${name}`;

export const columnsOf = (inputs: readonly ColumnInput<AnyRow>[]): Column<AnyRow>[] =>
  inputs.map((input) => (typeof input === 'string' ? { field: input } : input));
