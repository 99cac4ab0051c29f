import { Checkbox, ScrollArea, Table } from '@mantine/core';
import { usePhone } from '../../shell/layout/phone.ts';
import classes from './ToggleMatrix.module.css';

type Line = { key: string; label: string };
type Props = {
  /** The accessible name. */
  label: string;
  /** The header of the first column; `label` by default. */
  corner?: string;
  rows: readonly Line[];
  columns: readonly Line[];
  /** Undefined if the pair is not available. */
  checked(row: string, column: string): boolean | undefined;
  onToggle(row: string, column: string, on: boolean): void;
  disabled?: boolean;
};

/** A matrix of checkboxes of rows × columns. On a phone each row is a list. */
export function ToggleMatrix(props: Props) {
  return usePhone() ? <Lists {...props} /> : <Grid {...props} />;
}

function Grid({ label, corner, rows, columns, checked, onToggle, disabled = false }: Props) {
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}>
      <Table className={classes.grid} aria-label={label} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{corner ?? label}</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column.key} scope="col" className={classes.cell}>
                {column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key}>
              <Table.Th scope="row" className={classes.name}>
                {row.label}
              </Table.Th>
              {columns.map((column) => {
                const on = checked(row.key, column.key);
                return (
                  <Table.Td key={column.key} className={classes.cell}>
                    {on !== undefined && (
                      <Checkbox
                        className={classes.box}
                        aria-label={`${row.label}: ${column.label}`}
                        checked={on}
                        disabled={disabled}
                        onChange={(event) => onToggle(row.key, column.key, event.currentTarget.checked)}
                      />
                    )}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function Lists({ label, corner, rows, columns, checked, onToggle, disabled = false }: Props) {
  return (
    <section aria-label={label}>
      {corner && <p className={classes.corner}>{corner}</p>}
      {rows.map((row) => (
        <fieldset key={row.key} className={classes.lot}>
          <legend className={classes.name}>{row.label}</legend>
          {columns.map((column) => {
            const on = checked(row.key, column.key);
            return (
              on !== undefined && (
                <Checkbox
                  key={column.key}
                  label={column.label}
                  checked={on}
                  disabled={disabled}
                  onChange={(event) => onToggle(row.key, column.key, event.currentTarget.checked)}
                />
              )
            );
          })}
        </fieldset>
      ))}
    </section>
  );
}
