import { Checkbox, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKitText, useLabels } from '../../../i18n/texts.ts';
import { usePhone } from '../../../shell/layout/phone.ts';
import { rowName } from '../rows/row-name.ts';
import classes from './CardGrid.module.css';
import { Cell } from './Cell.tsx';
import { columnText } from './columns.tsx';
import type { TableProps } from './DataTable.tsx';

/** The rows of a list as cards: the column that names a row is the title, otherwise the first; the others follow as label and value. */
export function CardGrid(props: TableProps & { card?: ((row: TableProps['rows'][number]) => ReactNode) | undefined }) {
  const { rows, rowKey, loading, skeletonRows } = props;
  if (loading) {
    return (
      <div className={classes.grid}>
        {[...Array(Math.min(skeletonRows, 8)).keys()].map((position) => (
          <Skeleton key={position} className={classes.skeleton} radius="lg" />
        ))}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too, whatever the cards contain
    <ul className={classes.grid} data-busy={props.busy || undefined} aria-label={props.label} tabIndex={0}>
      {rows.map((row) => (
        <li
          key={String(row[rowKey])}
          className={classes.card}
          data-selected={props.selection[String(row[rowKey])] || undefined}
        >
          <Card row={row} {...props} />
        </li>
      ))}
    </ul>
  );
}

/** In a table the row takes the focus instead of the link in it. A card does not. */
function takeFocus(title: HTMLElement | null): void {
  for (const link of title?.querySelectorAll('a') ?? []) link.tabIndex = 0;
}

function Card({
  row,
  columns,
  namespace,
  selectionMode,
  selection,
  onSelection,
  rowKey,
  actions,
  card,
}: Parameters<typeof CardGrid>[0] & { row: TableProps['rows'][number] }) {
  const t = useKitText();
  const { label } = useLabels(namespace);
  const head = columns.find(({ names }) => names) ?? columns[0];
  const rest = columns.filter((column) => column !== head);
  const id = String(row[rowKey]);
  const phone = usePhone();
  const select = (checked: boolean) => {
    const others = selectionMode === 'single' ? {} : selection;
    const { [id]: _before, ...without } = others;
    onSelection(checked ? { ...others, [id]: true } : without);
  };
  return (
    <>
      <div className={classes.head}>
        {selectionMode !== 'none' && (
          <Checkbox
            size={phone ? 'md' : 'xs'}
            aria-label={t('list.selectRow', { name: rowName(row, columns) })}
            checked={Boolean(selection[id])}
            onChange={(event) => select(event.currentTarget.checked)}
          />
        )}
        <div ref={takeFocus} className={classes.title}>
          {head && <Cell column={head} row={row} namespace={namespace} />}
        </div>
        {actions && <div className={classes.actions}>{actions(row)}</div>}
      </div>
      {card ? (
        card(row)
      ) : (
        <dl className={classes.facts}>
          {rest.map((column) => (
            <div key={column.field}>
              <dt>{label(columnText(column))}</dt>
              <dd>
                <Cell column={column} row={row} namespace={namespace} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
