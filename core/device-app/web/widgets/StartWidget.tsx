import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { inLocal } from '#platform/web/client/storage.ts';
import { sizes } from '#platform/web/theme.ts';
import { GettingStarted, useGettingStarted } from '../GettingStarted.tsx';

/** Whether the steps were open when they were last read here, so that the page below them does not move. */
const wasOpen = inLocal<boolean>('getting-started-open');

/** The steps to a first value, until all are done. */
export function StartWidget() {
  const { data } = useGettingStarted();
  const open = data?.steps.some(({ done }) => !done);
  useEffect(() => {
    if (open !== undefined) wasOpen.set(open);
  }, [open]);
  if (!data) return wasOpen.get() === false ? null : <Skeleton h={sizes.chart} radius="lg" />;
  return <GettingStarted />;
}
