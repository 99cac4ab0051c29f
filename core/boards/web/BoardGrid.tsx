import type { CSSProperties } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { sizes } from '#platform/web/theme.ts';
import { KeptHeight } from '#platform/web/ui/page/KeptHeight.tsx';
import type { BoardWidget } from '../common/board.ts';
import classes from './Board.module.css';
import { inReadingOrder } from './layout.ts';
import { widgetOf } from './registry.ts';
import { WidgetFrame } from './WidgetFrame.tsx';

/** A map that fills the window of a phone could not be scrolled past. */
const mostRowsOnPhone = 2;
const heightOf = (rows: number) => rows * sizes.boardRow + (rows - 1) * sizes.boardGap;

/** The height of a widget on a phone: that of its content, unless it fills the available space. */
function phoneStyle({ kind, h }: BoardWidget): CSSProperties {
  const { fills, bare, phoneHeight } = widgetOf(kind)?.spec ?? {};
  if (fills) return { blockSize: heightOf(Math.min(h, mostRowsOnPhone)) };
  return { minBlockSize: (bare && phoneHeight) || heightOf(1) };
}

/** The widgets of a board at their places; on a phone one below the other in reading order. */
export function BoardGrid({ app, widgets }: { app: AppManifest; widgets: readonly BoardWidget[] }) {
  const phone = usePhone();
  return (
    <div className={classes.grid}>
      {inReadingOrder(widgets).map((widget) => (
        <div
          key={`${widget.kind} ${widget.x} ${widget.y}`}
          style={
            phone
              ? phoneStyle(widget)
              : {
                  gridColumn: `${widget.x + 1} / span ${widget.w}`,
                  gridRow: `${widget.y + 1} / span ${widget.h}`,
                }
          }
        >
          {phone && !widgetOf(widget.kind)?.spec.fills ? (
            <KeptHeight of={`widget ${widget.kind}`} first={widgetOf(widget.kind)?.spec.phoneHeight}>
              <WidgetFrame app={app} widget={widget} />
            </KeptHeight>
          ) : (
            <WidgetFrame app={app} widget={widget} />
          )}
        </div>
      ))}
    </div>
  );
}
