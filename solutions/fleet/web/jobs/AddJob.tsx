import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { job } from '../../common/jobs/job.ts';
import { useText } from '../texts.ts';
import { JobForm } from './JobForm.tsx';

/** The button that opens the form of a new job. */
export function AddJob({ opened, onChange }: { opened: boolean; onChange(opened: boolean): void }) {
  const t = useText();
  return (
    <Can access={job.can('create')}>
      <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => onChange(true)}>
        {t('addJob')}
      </Button>
      {opened && <JobForm before={undefined} onClose={() => onChange(false)} />}
    </Can>
  );
}
