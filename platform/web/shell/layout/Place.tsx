import { Suspense } from 'react';
import { placedParts } from './shell-parts.ts';

/** A place of a page that slices above it fill (`places` of their shell parts). */
export const Place = ({ name }: { name: string }) =>
  placedParts(name).map(({ id, Part }) => (
    <Suspense key={id}>
      <Part />
    </Suspense>
  ));
