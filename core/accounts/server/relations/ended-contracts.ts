import { emit } from '#platform/server/domain-events.ts';
import { type DueWork, dueWork } from '#platform/server/due.ts';
import './contract-events.ts';

type EndedRelation = {
  id: number;
  providerId: number;
  clientId: number;
  status: string;
  contractStatus: 'Active' | 'Inactive';
};

const causeOf = ({ status, contractStatus }: EndedRelation) =>
  status !== 'engaged' ? 'disengaged' : contractStatus === 'Inactive' ? 'suspended' : 'date';

/** Contracts that no longer run. */
export const contractDues: readonly DueWork[] = [
  dueWork<EndedRelation>('ended contracts', { table: 'company_relation', at: 'ends_at' }, async (context, relation) => {
    const { id, providerId, clientId } = relation;
    await context.tx.updateTable('companyRelation').set({ endsAt: null }).where('id', '=', id).execute();
    await emit(context, 'contract.ended', { providerId, clientId, cause: causeOf(relation) });
  }),
];
