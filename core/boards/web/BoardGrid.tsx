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
              ? widgetOf(widget.kind)?.spec.fills
                ? { blockSize: heightOf(Math.min(widget.h, mostRowsOnPhone)) }
                : { minBlockSize: heightOf(1) }
              : {
                  gridColumn: `${widget.x + 1} / span ${widget.w}`,
                  gridRow: `${widget.y + 1} / span ${widget.h}`,
                }
          }
        >
          {phone && !widgetOf(widget.kind)?.spec.fills ? (
            <KeptHeight of={`widget ${widget.kind}`}>
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
