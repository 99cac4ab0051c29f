import { GridStack, type GridStackNode } from 'gridstack';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { sizes } from '#platform/web/theme.ts';
import { gridColumns } from '../../common/board.ts';
import classes from '../Board.module.css';
import type { EditedWidget, GridArea } from '../layout.ts';
import 'gridstack/dist/gridstack.min.css';

type Props = {
  widgets: readonly EditedWidget[];
  /** From right to left: `x` counts from the right. */
  mirrored: boolean;
  leastOf(kind: string): readonly [columns: number, rows: number];
  onChange(widgets: readonly EditedWidget[]): void;
  children(widget: EditedWidget): ReactNode;
};

const fields = ['x', 'y', 'w', 'h'] as const;
const differs = (node: GridStackNode, place: GridArea) => fields.some((field) => node[field] !== place[field]);
/** Moving one node pushes others aside, which are then put in their places in turn. */
const maxPasses = 5;

/** Moves the nodes of a grid to the places of the widgets. */
function place(grid: GridStack, widgets: readonly EditedWidget[]): void {
  for (let pass = 0; pass < maxPasses; pass++) {
    const moves = widgets.flatMap(({ key, x, y, w, h }) => {
      const node = grid.engine.nodes.find(({ id }) => id === String(key));
      return node?.el && differs(node, { x, y, w, h }) ? [{ el: node.el, to: { x, y, w, h } }] : [];
    });
    if (moves.length === 0) return;
    for (const { el, to } of moves) grid.update(el, to);
  }
}

/** The widgets in a grid, where they are dragged by their handles and resized by their corners. */
export function GridEditor({ widgets, mirrored, leastOf, onChange, children }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [grid, setGrid] = useState<GridStack | null>(null);
  const current = useRef({ widgets, onChange });
  current.current = { widgets, onChange };
  /** The grid reports the places that it is given, too. */
  const placing = useRef(true);

  useLayoutEffect(() => {
    if (!host.current) return;
    const made = GridStack.init(
      {
        column: gridColumns,
        cellHeight: sizes.boardRow + sizes.boardGap,
        margin: sizes.boardGap / 2,
        mode: 'float',
        animate: false,
        rtl: mirrored,
        draggable: { handle: '[data-handle]' },
        resizable: { handles: mirrored ? 'sw' : 'se' },
      },
      host.current,
    );
    if (!made) return;
    made.on('change', () => {
      if (placing.current) return;
      const { widgets: before, onChange: report } = current.current;
      const next = before.map((widget) => {
        const node = made.engine.nodes.find(({ id }) => id === String(widget.key));
        if (!node || !differs(node, widget)) return widget;
        const { x = 0, y = 0, w = 1, h = 1 } = node;
        return { ...widget, x, y, w, h };
      });
      if (next.some((widget, index) => widget !== before[index])) report(next);
    });
    setGrid(made);
    return () => {
      made.destroy(false);
      setGrid(null);
    };
  }, [mirrored]);

  useEffect(() => {
    if (!grid) return;
    placing.current = true;
    place(grid, widgets);
    placing.current = false;
  }, [grid, widgets]);

  return (
    <div className={classes.editor}>
      <div ref={host} className="grid-stack">
        {grid &&
          widgets.map((widget) => (
            <GridItem key={widget.key} grid={grid} widget={widget} least={leastOf(widget.kind)}>
              {children(widget)}
            </GridItem>
          ))}
      </div>
    </div>
  );
}

type ItemProps = { grid: GridStack; widget: EditedWidget; least: readonly [number, number]; children: ReactNode };

function GridItem({ grid, widget, least: [minW, minH], children }: ItemProps) {
  const element = useRef<HTMLDivElement>(null);
  const { key } = widget;
  const first = useRef(widget);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const { x, y, w, h } = first.current;
    grid.makeWidget(node, { id: String(key), x, y, w, h, minW, minH });
    return () => {
      // A destroyed grid has no nodes.
      if (grid.engine) grid.removeWidget(node, false, false);
    };
  }, [grid, key, minW, minH]);
  return (
    <div ref={element} className="grid-stack-item">
      <div className="grid-stack-item-content">{children}</div>
    </div>
  );
}
