import { Skeleton } from '@mantine/core';
import { sizes } from '../../theme.ts';
import { FailedState } from './FailedState.tsx';

type Props = { of: { isError: boolean; error: Error | null; refetch(): unknown }; height?: number | string };

/** The loading or failed state of a query. */
export function QueryBoundary({ of, height = sizes.chart }: Props) {
  return of.isError ? (
    <FailedState error={of.error} onRetry={() => void of.refetch()} />
  ) : (
    <Skeleton h={height} radius="lg" aria-busy />
  );
}
