import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePhone } from '../../shell/layout/phone.ts';
import classes from './CardTable.module.css';

type Row = { key: string | number; cells: readonly ReactNode[] };
type Props = {
  headings: readonly string[];
  /** The first cell names the row. */
  rows: readonly Row[];
};

/** A short table. On a phone its rows are cards, with the headings before the cells, so that nothing scrolls sideways. */
export function CardTable({ headings, rows }: Props) {
  const phone = usePhone();
  if (phone)
    return (
      <ul className={classes.cards}>
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <li key={key} className={classes.card}>
            <div className={classes.name}>{name}</div>
            <dl className={classes.cells}>
              {cells.map((cell, n) => (
                <div key={headings[n + 1]} className={classes.cell}>
                  <dt className={classes.heading}>{headings[n + 1]}</dt>
                  <dd className={classes.value}>{cell}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    );
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {headings.map((heading) => (
            <Table.Th key={heading}>{heading}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw="normal">
              {name}
            </Table.Th>
            {cells.map((cell, n) => (
              <Table.Td key={headings[n + 1]}>{cell}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
