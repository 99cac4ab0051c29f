import { useCallback, useState } from 'react';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { SampleResult } from '../../common/codec.ts';

/** The red samples for which a version was not activated. */
export function useRedSamples() {
  const [red, setRed] = useState<readonly SampleResult[]>([]);
  const onError = useCallback((error: unknown) => {
    const detail = error instanceof RequestError ? (error.detail as { samples?: SampleResult[] }) : {};
    setRed(detail.samples ?? []);
  }, []);
  return { red, onError };
}
