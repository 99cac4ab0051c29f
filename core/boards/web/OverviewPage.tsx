import { boards } from '../app.ts';
import { BoardView } from './BoardView.tsx';

/** The first page of every person. */
export function OverviewPage() {
  return <BoardView app={boards} />;
}
