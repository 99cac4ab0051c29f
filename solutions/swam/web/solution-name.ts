import { useLabels } from '#platform/web/i18n/texts.ts';
import { swam } from '../app.ts';

/** The name of a solution in the person's language. */
export function useSolutionName(): (id: number) => string {
  const { label } = useLabels('swam');
  return (id) => label(`solutions.${swam.solutions?.find((one) => one.id === id)?.key}`);
}
