import type { ComponentType, ReactNode } from 'react';
import type { Access } from '#platform/common/access.ts';
import type { On } from '../../../session/hooks.tsx';
import type { IconProps } from '../../../shell/navigation/icons.ts';

/** An action on a row. Its label is the text `actions.<key>` of the list's app or of the kit. */
export type RowAction<Row> = {
  key: string;
  icon: ComponentType<IconProps>;
  /** The slice of its label; by default the one of the list. */
  namespace?: string;
  access?: Access;
  /** The record whose abilities count, where they differ from row to row. */
  on?: (row: Row) => On;
  /** Its own button in the place of the usual one. */
  Control?: (props: { row: Row; label: string; onDone(): void }) => ReactNode;
  /** Whether it is available for this row. */
  shown?: (row: Row) => boolean;
  danger?: boolean;
  /** The address that it opens. */
  to?: (row: Row) => string;
  /** Runs the action; the list is refreshed afterwards. */
  run?: (row: Row) => Promise<unknown> | undefined;
  /** Shows a notice of the update afterwards; the call itself must be silent about its success. */
  updates?: true;
  /** Asks for confirmation, then calls `remove` of the list. Used by `deleteRow`. */
  removes?: true;
};

export type BulkAction<Row> = Omit<RowAction<Row>, 'shown' | 'to' | 'run' | 'on' | 'Control'> & {
  run?: (rows: Row[]) => Promise<unknown>;
};

/** Declares a row action. */
export const rowAction = <Row,>(key: string, action: Omit<RowAction<Row>, 'key'>): RowAction<Row> => ({
  key,
  ...action,
});
