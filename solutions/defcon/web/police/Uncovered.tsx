import { Select, Text } from '@mantine/core';
import { useAction } from '#platform/web/client/hooks.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { Coverage } from '../../common/police/locality.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from './Police.module.css';
import { usePoliceName } from './use-police-name.ts';

const listed = 20;

/** Premises in the area of no station, each with the choice of one. Whose they are is shown in an incident only. */
export function Uncovered({ hqId, of: { uncovered, uncoveredCount, stations } }: { hqId: number; of: Coverage }) {
  const t = useText();
  const nameOf = usePoliceName();
  const choose = useAction(api.premises.update, {
    invalidates: [api.locality.coverage, api.locality.list, api.locality.get],
  });
  const options = stations
    .filter(({ status }) => status === 'active')
    .map((one) => ({ value: String(one.id), label: nameOf(one) }));
  return (
    <section className={classes.finding} aria-labelledby={`uncovered-${hqId}`}>
      <h3 className={classes.title} data-tone="premises" id={`uncovered-${hqId}`}>
        {t('police.uncovered', { count: uncoveredCount })}
      </h3>
      {uncovered.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('police.allCovered')}
        </Text>
      )}
      <ul className={classes.rows}>
        {uncovered.slice(0, listed).map(({ structureId, location, basis }) => (
          <li key={structureId}>
            <Select
              label={
                <>
                  {t('police.premisesNumber', { number: structureId })} ·{' '}
                  <Bdi>
                    {location.lat.toFixed(5)}, {location.lng.toFixed(5)}
                  </Bdi>
                </>
              }
              description={t(`values.basis.${basis}`)}
              placeholder={t('police.chooseStation')}
              data={options}
              value={null}
              disabled={choose.pending}
              onChange={(id) => id && choose.run({ params: { structureId }, body: { overrideId: Number(id) } })}
            />
          </li>
        ))}
      </ul>
      {uncoveredCount > listed && (
        <Text size="sm" c="dimmed">
          {t('police.moreUncovered', { count: uncoveredCount - listed })}
        </Text>
      )}
    </section>
  );
}
