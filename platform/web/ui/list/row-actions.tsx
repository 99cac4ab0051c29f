import type { ComponentType } from 'react';
import type { Access } from '#platform/common/access.ts';
import type { IconProps } from '../../shell/navigation/icons.ts';

/** What a person can do with one row. Its name is the text `actions.<key>` of the list's app or of the kit. */
export type RowAction<Row> = {
  key: string;
  icon: ComponentType<IconProps>;
  access?: Access;
  /** Whether it makes sense for this row. */
  shown?: (row: Row) => boolean;
  danger?: boolean;
  /** Leads to a page. */
  to?: (row: Row) => string;
  /** Does something; the list is asked again when it is done. */
  run?: (row: Row) => Promise<unknown> | undefined;
  /** Changes the row, which is told when it is done; the call itself is silent about its success. */
  updates?: true;
  /** The kit's own: asks first, then calls `remove` of the list's set. */
  removes?: true;
};

export type BulkAction<Row> = Omit<RowAction<Row>, 'shown' | 'to' | 'run'> & {
  run?: (rows: Row[]) => Promise<unknown>;
};

/** Declares a row action. */
export const rowAction = <Row,>(key: string, action: Omit<RowAction<Row>, 'key'>): RowAction<Row> => ({
  key,
  ...action,
});
