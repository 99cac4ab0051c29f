import { useQueryClient } from '@tanstack/react-query';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { type Board, type BoardWidget, maxBoardsRead } from '../common/board.ts';
import { boardCalls } from './api.ts';

const request = { list: { limit: maxBoardsRead, total: false } };

/** The boards of an app that the person may read, and the one that they view; null is the default board. */
export function useBoards(app: AppManifest) {
  const calls = boardCalls(app);
  const client = useQueryClient();
  const query = useData(calls.list, request, { silent: true });
  const boards = query.data?.data;
  const reload = () => client.invalidateQueries({ queryKey: calls.list.keyPrefix });
  const choose = async (id: number | null) => {
    await calls.choose.send({ body: { id }, silent: 'success' });
    await reload();
  };
  return {
    query,
    boards,
    current: boards?.find(({ chosen }) => chosen) ?? null,
    reload,
    choose,
    /** Creates a personal board, and shows it. */
    async create(name: string, widgets: readonly BoardWidget[]): Promise<void> {
      const board = await calls.create.send({
        body: { name, shared: false, widgets: [...widgets] },
        silent: 'success',
      });
      await choose(board.id);
    },
    async remove({ id }: Board): Promise<void> {
      await calls.remove.send({ params: { id }, silent: 'success' });
      await reload();
    },
  };
}
export type Boards = ReturnType<typeof useBoards>;
