import { useCallback } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';

/** The name of a solution of the app in the person's language. */
export function useSolutionName({ id: app, solutions }: Pick<AppManifest, 'id' | 'solutions'>): (id: number) => string {
  const { label } = useLabels(app);
  return useCallback(
    (id) => label(`solutions.${solutions?.find((solution) => solution.id === id)?.key}`),
    [label, solutions],
  );
}
