import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { listPartOf } from '../../shell/layout/shell-parts.ts';
import { sizes } from '../../theme.ts';
import { type Added, type FixedFilters, nothingAdded } from './added-to-list.ts';

type Props = {
  app: string;
  /** The name of the list. */
  list: string;
  fixed: FixedFilters;
  children(added: Added): ReactNode;
};

/** A list to which the shell parts of its app may add columns and row actions. */
export function AddedToList({ app, list, fixed, children }: Props) {
  const Part = listPartOf(app, list);
  if (!Part) return children(nothingAdded);
  return (
    <Suspense fallback={<Skeleton h={sizes.chart} radius="lg" aria-busy />}>
      <Part fixed={fixed}>{children}</Part>
    </Suspense>
  );
}
