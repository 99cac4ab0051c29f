import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import classes from './Drawing.module.css';

const Drawing = lazyPart(() => import('./Drawings.tsx').then((module) => module.Drawing));

/**
 * The picture of a product by its key `drawing`; an unknown key is shown as a card. `title` is the name of the product,
 * `icon` that of a package (1 to 10). It fills the width of its place, four to three.
 */
export const ProductDrawing = (props: ComponentProps<typeof Drawing>) => (
  <div className={classes.drawing}>
    <Suspense>
      <Drawing {...props} />
    </Suspense>
  </div>
);
