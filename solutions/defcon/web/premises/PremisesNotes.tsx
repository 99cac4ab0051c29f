import { Group, Text } from '@mantine/core';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { dangers, type PremisesFile } from '../../common/premises/premises-file.ts';
import { useText } from '../texts.ts';
import classes from './Premises.module.css';

/** How to get in, and what is dangerous there. Nothing is shown that nobody has entered. */
export function PremisesNotes({ file }: { file: PremisesFile }) {
  const t = useText();
  const present = dangers.filter((one) => file[one]);
  return (
    <div className={classes.notes}>
      {present.length > 0 && (
        <Group gap={4}>
          {present.map((one) => (
            <ToneChip key={one} tone="problem">
              {t(`fields.${one}`)}
            </ToneChip>
          ))}
        </Group>
      )}
      {(['accessNotes', 'hazards'] as const).map(
        (field) =>
          file[field] && (
            <section key={field}>
              <Text size="sm" fw={600}>
                {t(`fields.${field}`)}
              </Text>
              <Text size="sm" className={classes.lines}>
                <bdi>{file[field]}</bdi>
              </Text>
            </section>
          ),
      )}
    </div>
  );
}
