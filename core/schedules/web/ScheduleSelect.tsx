import type { ComponentProps } from 'react';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { api } from './api.ts';

type Props = Omit<ComponentProps<typeof SearchSelect>, 'of' | 'filter'> & { companyId: number };

/** Selects a schedule of the company. */
export function ScheduleSelect({ companyId, ...props }: Props) {
  return <SearchSelect {...props} of={api.schedule.list} filter={{ companyId: String(companyId) }} />;
}
