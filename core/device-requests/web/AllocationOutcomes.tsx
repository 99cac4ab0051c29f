import { Alert, Text } from '@mantine/core';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { AllocationOutcome } from '../common/device-request.ts';
import { useText } from './api.ts';

/** The outcome of the last allocation, with the reason for each item that was refused. */
export function AllocationOutcomes({ of }: { of: readonly AllocationOutcome[] }) {
  const t = useText();
  const { number } = useFormats();
  const own = useLabels('device-requests');
  const owners = [useLabels('devices'), useLabels('subscriptions'), useLabels('inventory'), own];
  if (of.length === 0) return null;
  const failed = of.filter(({ state }) => state === 'error');
  const reasonOf = (word: string) => (owners.find(({ has }) => has(`errors.${word}`)) ?? own).label(`errors.${word}`);
  return (
    <Alert color={failed.length > 0 ? 'orange' : 'teal'} role="status">
      <Text size="sm">
        {t('allocate.outcome', { done: number(of.length - failed.length), failed: number(failed.length) })}
      </Text>
      {failed.length > 0 && (
        <ul>
          {failed.map(({ kind, item, error }) => (
            <li key={`${kind} ${item}`}>
              {t(kind === 'device' ? 'allocate.item' : 'allocate.token')} <Bdi>{item}</Bdi>: {reasonOf(error ?? '')}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
