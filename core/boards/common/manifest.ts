import type { AccessRule } from '#platform/common/access.ts';

/** A widget of boards, as its slice declares it. Sizes are in half units: columns and rows. */
export type WidgetSpec = {
  /** On the overview of every person, or on the boards of apps. */
  place: 'overview' | 'app';
  /** The minimum size, and the default one unless `initial` gives another. */
  size: readonly [columns: number, rows: number];
  initial?: readonly [columns: number, rows: number];
  /** The read call of the widget, `set.name`: of its slice on the overview, else of the app of the board. It gives the access. */
  call?: string;
  /** The people to whom the widget is offered. */
  offered?: AccessRule;
  /** The position on the default overview; without it the widget is not there by default. */
  order?: number;
  /** Follows the period of its board. */
  period?: true;
  /** Fills its height, on a phone too; others are as high there as their content. */
  fills?: true;
  /** Its usual height on a phone in px, which is reserved at a first visit, and always for a widget without a frame. */
  phoneHeight?: number;
  /** Without a frame and a visible title. */
  bare?: true;
  /** Above the default overview for as long as it has content; cannot be arranged. */
  banner?: true;
  /** Listed, but cannot be added. */
  unsupported?: true;
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /** By kind; unique over all slices. The slice binds the components in `widgets` of its shell parts. */
    widgets?: Readonly<Record<string, WidgetSpec>>;
  }
}
