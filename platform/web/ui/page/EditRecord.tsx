import type { ReactNode } from 'react';
import { QueryBoundary } from '../state/QueryBoundary.tsx';
import { PageFrame } from './PageFrame.tsx';

type Query<Row> = {
  data: Row | undefined;
  isFetchedAfterMount: boolean;
  isError: boolean;
  error: Error | null;
  refetch(): unknown;
};
type Props<Row> = {
  of: Query<Row>;
  title(record: Row): string;
  /** The list that the record is in. */
  list: { label: string; to: string };
  badge?(record: Row): ReactNode;
  /** Shows the history of the record. */
  history: ReactNode;
  children(record: Row): ReactNode;
};

/** The page with the form of a stored record. The form starts from a fresh reply, never from a cached one. */
export function EditRecord<Row>({ of, title, list, badge, history, children }: Props<Row>) {
  const { data } = of;
  return (
    <PageFrame
      {...(data === undefined ? {} : { title: title(data) })}
      parents={[list]}
      badge={data !== undefined && badge?.(data)}
      action={data !== undefined && history}
    >
      {data !== undefined && of.isFetchedAfterMount ? children(data) : <QueryBoundary of={of} />}
    </PageFrame>
  );
}
