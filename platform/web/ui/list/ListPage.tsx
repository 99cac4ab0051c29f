import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import { PageFrame, type PageTab } from '../page/PageFrame.tsx';
import { ListView } from './ListView.tsx';
import type { ListViewProps } from './list-view-props.ts';

type Props<R extends AnyRoute> = ListViewProps<R> & {
  title?: string;
  /** A sentence above the list. */
  lead?: string;
  /** The main action, at the end of the title line. */
  action?: ReactNode;
  tabs?: readonly PageTab[];
  tab?: string;
  onTab?: (value: string) => void;
};

/** A page with a list: title, action, tabs and list view. */
export function ListPage<R extends AnyRoute>({ title, lead, action, tabs, tab, onTab, ...list }: Props<R>) {
  return (
    <PageFrame
      fill
      {...(title ? { title } : {})}
      {...(action ? { action } : {})}
      {...(tabs ? { tabs } : {})}
      {...(tab ? { tab } : {})}
      {...(onTab ? { onTab } : {})}
    >
      {lead && (
        <Text c="dimmed" mb="sm">
          {lead}
        </Text>
      )}
      <ListView<R> {...(list as ListViewProps<R>)} />
    </PageFrame>
  );
}
