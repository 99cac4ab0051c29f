import type { ReactNode } from 'react';
import { PageFrame, type PageTab } from '../PageFrame.tsx';
import { ListView, type ListViewProps } from './ListView.tsx';

type Props = ListViewProps & {
  title?: string;
  /** The main action, at the end of the title's line. */
  action?: ReactNode;
  tabs?: readonly PageTab[];
  tab?: string;
  onTab?: (value: string) => void;
};

/** A page that is a list: title with its action, toolbar, table or cards, paging. */
export function ListPage({ title, action, tabs, tab, onTab, ...list }: Props) {
  return (
    <PageFrame
      fill
      {...(title ? { title } : {})}
      {...(action ? { action } : {})}
      {...(tabs ? { tabs } : {})}
      {...(tab ? { tab } : {})}
      {...(onTab ? { onTab } : {})}
    >
      <ListView {...list} />
    </PageFrame>
  );
}
