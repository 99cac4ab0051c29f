import { Anchor } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { withUnitOnOneLine } from '#platform/common/text/with-unit.ts';
import { fillPath } from '../../../client/client-of.ts';
import { formatDate, useFormats } from '../../../i18n/formats.ts';
import { ofNamespace } from '../../../i18n/texts.ts';
import { Ago } from '../../time/Ago.tsx';
import { Bdi } from '../../values/Bdi.tsx';

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
/** A field of a row or of a nested record: `name`, `structure.name`. */
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

type ColumnBase<Row> = {
  /** The key of its title below `columns.`; by default the field. */
  name?: string;
  /** The slice whose text that is; by default the one of the list. */
  namespace?: string;
  /** The instant of the cell, for spreadsheets with date types. */
  instant?: (row: Row) => string | null | undefined;
  /** The address that Enter and the link open; undefined if the row has none. */
  to?: (row: Row) => string | undefined;
  sortable?: boolean;
  numeric?: boolean;
  /** The share of the width. */
  width?: 1 | 2 | 3;
  /** Hidden by default. */
  hidden?: boolean;
  /** Its text is what records without a name are called. On a card it is the title. */
  names?: true;
};
type RenderCell<Row> = (row: Row) => ReactNode;
type CellText<Row> = (row: Row) => string | number | null | undefined;
/** A column: a field of the row, or a computed cell that has its own rendering and plain text. */
export type Column<Row> = ColumnBase<Row> &
  (
    | {
        field: FieldOf<Row>;
        /** By default the text of an enum value, a number or a name. */
        render?: RenderCell<Row>;
        text?: CellText<Row>;
      }
    | { field: string; render: RenderCell<Row>; text: CellText<Row> }
  );
export type ColumnInput<Row> = FieldOf<Row> | Column<Row>;

/** The column with the app of a row, for lists of several apps; none without `nameOf`. */
export const appColumns = <Row extends { app: string }>(nameOf: ((row: Row) => string) | undefined): Column<Row>[] =>
  nameOf ? [{ field: 'app', width: 1, sortable: false, render: (row) => <bdi>{nameOf(row)}</bdi>, text: nameOf }] : [];

type Options<Row> = ColumnBase<Row> & { render?: RenderCell<Row>; text?: CellText<Row> };
type NumberOptions = { decimals?: number; unit?: string };

export const valueAt = (row: AnyRow, field: string): unknown =>
  field.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | null | undefined)?.[part], row);

const instantAt = (field: string) => (row: AnyRow) => valueAt(row, field) as string | null;
const exactTime = (field: string) => (row: AnyRow) => formatDate(instantAt(field)(row));

function DateCell({ at }: { at: string | null }) {
  return <Bdi>{useFormats().date(at) || '–'}</Bdi>;
}

function NumberCell({ value, decimals, unit }: { value: number | null | undefined } & NumberOptions) {
  const { number } = useFormats();
  if (value === null || value === undefined) return <>–</>;
  return <Bdi>{withUnitOnOneLine(number(value, decimals), unit)}</Bdi>;
}

/** Functions that create the columns of a type of row. */
export type ColumnFactories<Row> = {
  /** A link with the name of the record; parameters of the address are filled from the row. */
  link(field: FieldOf<Row>, address: string | ((row: Row) => string), options?: Options<Row>): Column<Row>;
  /** A cell rendered by a component with the value and the row. */
  cell<Field extends FieldOf<Row>>(
    field: Field,
    Component: ComponentType<{ value: ValueAt<Row, Field>; row: Row }>,
    options?: Options<Row>,
  ): Column<Row>;
  /** An instant as "3 minutes ago", with the exact time on hover. */
  ago(field: FieldOf<Row>, options?: Options<Row>): Column<Row>;
  /** An instant as DD/MM/YYYY HH:mm in the company's time zone. */
  date(field: FieldOf<Row>, options?: Options<Row>): Column<Row>;
  /** A number with its unit, aligned to the end. */
  number(field: FieldOf<Row>, options?: Options<Row> & NumberOptions): Column<Row>;
  /** A code, phone number or MAC address, always left to right. */
  code(field: FieldOf<Row>, options?: Options<Row>): Column<Row>;
};

const factories: ColumnFactories<AnyRow> = {
  link(field, address, options) {
    const to = typeof address === 'function' ? address : (row: AnyRow) => fillPath(address, row);
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

/** The column factories, typed by a row: `const { link, ago } = columnsFor<Gateway>()`. */
export const columnsFor = <Row,>(): ColumnFactories<Row> => factories as ColumnFactories<Row>;

/** The key of the column's title. */
export const columnText = ({ field, name = field, namespace }: ColumnTitle): string =>
  ofNamespace(namespace, `columns.${name}`);
type ColumnTitle = { field: string; name?: string; namespace?: string };

export const columnsOf = (inputs: readonly ColumnInput<AnyRow>[]): Column<AnyRow>[] =>
  inputs.map((input) => (typeof input === 'string' ? { field: input } : input));
