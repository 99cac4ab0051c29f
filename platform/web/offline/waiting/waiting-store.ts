import { asPromise, completed, openRecords } from '../record-store.ts';
import { filesOf, type WaitingCall } from './waiting-call.ts';

const listKey = 'waiting-calls';
const fileKey = (id: string) => `waiting-file/${id}`;
const idsOf = (calls: readonly WaitingCall[]) => new Set(calls.flatMap(filesOf).map(({ id }) => id));

export type WaitingStore = {
  /** The calls, without their files. */
  get(): Promise<WaitingCall[] | undefined>;
  /**
   * Replaces the calls in one transaction, in which the files of new calls come and those of removed calls go. Rejects
   * with what `change` throws, and if the browser has no space for it.
   */
  update(
    change: (before: WaitingCall[] | undefined) => WaitingCall[],
    added?: ReadonlyMap<string, Blob>,
  ): Promise<WaitingCall[]>;
  /** The bytes of the files of a call, by their ids. */
  contentOf(call: WaitingCall): Promise<Map<string, ArrayBuffer>>;
};

/**
 * The waiting calls of this browser. Files are stored as their bytes: Safari stores no blobs in private windows, and a
 * chosen file may be unreadable later.
 */
export const waitingStore: WaitingStore = {
  get: async () => asPromise((await openRecords('readonly')).get(listKey)),

  async update(change, added = new Map()) {
    // Before the transaction, which would end in the meantime.
    const bytes = await Promise.all([...added].map(async ([id, file]) => [id, await file.arrayBuffer()] as const));
    const records = await openRecords('readwrite');
    const replace = async () => {
      const before = await asPromise<WaitingCall[] | undefined>(records.get(listKey));
      const after = change(before);
      const [had, has] = [idsOf(before ?? []), idsOf(after)];
      for (const id of had) if (!has.has(id)) records.delete(fileKey(id));
      for (const [id, content] of bytes) if (has.has(id) && !had.has(id)) records.put(content, fileKey(id));
      records.put(after, listKey);
      return after;
    };
    const [after] = await Promise.all([replace(), completed(records.transaction)]);
    return after;
  },

  async contentOf(call) {
    const files = filesOf(call);
    if (files.length === 0) return new Map();
    const records = await openRecords('readonly');
    const found = await Promise.all(
      files.map(async ({ id }) => [id, await asPromise<ArrayBuffer | undefined>(records.get(fileKey(id)))] as const),
    );
    return new Map(found.flatMap(([id, content]) => (content ? [[id, content] as const] : [])));
  },
};
