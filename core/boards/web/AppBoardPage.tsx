import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import { BoardView } from './BoardView.tsx';

/** The arrangeable board of an app that mounts `boardRoutes` as `board`. */
export function AppBoardPage() {
  const handle = usePageHandle();
  return handle ? <BoardView app={handle.app} /> : null;
}
