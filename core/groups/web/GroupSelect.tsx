import type { ComponentProps } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import type { GroupSuggestion } from '../common/record-group.ts';
import type { GroupCalls } from './group-calls.ts';

type Props = Omit<ComponentProps<typeof SearchSelect>, 'of' | 'params' | 'query' | 'filter' | 'group' | 'known'> & {
  /** The calls of the groups. */
  of: GroupCalls;
};

/** The names of groups from the outermost to the innermost. */
export const pathText = (names: readonly string[]): string => names.join(' › ');

/** Selects a group of a kind of records, under the groups around it. */
export function GroupSelect({ of, ...props }: Props) {
  const { value = null } = props;
  const chosen = useData(of.get, { params: { id: value ?? 0 } }, { enabled: value !== null, silent: true });
  return (
    <SearchSelect
      {...props}
      of={of.suggestion}
      known={chosen.data}
      group={({ within }: GroupSuggestion) => pathText(within)}
    />
  );
}
