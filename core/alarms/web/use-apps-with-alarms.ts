import { useMemo } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { appsWithAlarms } from './alarm-calls.ts';

/** The apps whose alarms the person may read; the same array until the session changes. */
export function useAppsWithAlarms(): readonly AppManifest[] {
  const { session } = useMe();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what may be read depends on the session
  return useMemo(appsWithAlarms, [session]);
}
