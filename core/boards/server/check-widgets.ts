import type { AppManifest } from '#platform/common/define-app.ts';
import type { FieldError } from '#platform/common/list.ts';
import { Invalid } from '#platform/server/refuse.ts';
import { type BoardWidget, gridColumns, maxOptionsLength } from '../common/board.ts';
import type { WidgetSpec } from '../common/manifest.ts';

const specsOf = (apps: readonly AppManifest[]): Readonly<Record<string, WidgetSpec>> =>
  Object.assign({}, ...apps.map(({ widgets = {} }) => widgets));

const overlaps = (a: BoardWidget, b: BoardWidget) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/**
 * Refuses with 418 widgets below their minimum size, outside of the board, overlapping, with too long options, and
 * unsupported ones that the board did not have before. Unknown kinds are kept, so that a board outlives its widgets.
 */
export function checkWidgets(
  apps: readonly AppManifest[],
  widgets: readonly BoardWidget[],
  before: readonly BoardWidget[],
): void {
  const specs = specsOf(apps);
  const faultOf = (widget: BoardWidget, index: number): string | null => {
    const spec = specs[widget.kind];
    const [columns, rows] = spec?.size ?? [1, 1];
    if (widget.x + widget.w > gridColumns) return 'outsideBoard';
    if (widget.w < columns || widget.h < rows) return 'belowLeastSize';
    if (spec?.unsupported && !before.some(({ kind }) => kind === widget.kind)) return 'unsupportedWidget';
    if (JSON.stringify(widget.options).length > maxOptionsLength) return 'tooLong';
    return widgets.slice(0, index).some((other) => overlaps(other, widget)) ? 'overlap' : null;
  };
  const errors = widgets.flatMap((widget, index): FieldError[] => {
    const fault = faultOf(widget, index);
    return fault ? [{ param: `widgets.${index}`, msg: fault }] : [];
  });
  if (errors.length > 0) throw new Invalid(errors);
}
