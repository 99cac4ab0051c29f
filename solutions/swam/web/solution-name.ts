import { useLabels } from '#platform/web/i18n/texts.ts';
import { solutions } from '../common/sensors.ts';

/** The name of a solution in the person's language. */
export function useSolutionName(): (id: number) => string {
  const { label } = useLabels('swam');
  return (id) => label(`solutions.${solutions.find((one) => one.id === id)?.key}`);
}
