import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import classes from './ColdTable.module.css';

type Props = {
  headings: readonly string[];
  rows: readonly { key: number; cells: readonly ReactNode[] }[];
  /** In pixels; in less space the table scrolls. */
  minWidth: number;
};

/** A short table of a cold room; on a phone its headings are next to the values. */
export function ColdTable({ headings, rows, minWidth }: Props) {
  return (
    <Table.ScrollContainer minWidth={usePhone() ? 0 : minWidth}>
      <Table className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {headings.map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, at) => (
                <Table.Td key={headings[at]} data-heading={headings[at]}>
                  <div>{cell}</div>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
