import { useNavigate } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import type { Colleague } from '../../common/receptor.ts';
import { api } from '../api.ts';

/** What follows when a report is stored: its recipients, and a run. */
export function useAfterSave(companyId: number) {
  const navigate = useNavigate();
  const add = useAction(api.receptor.add);
  const generate = useAction(api.run.generate, {
    keyed: true,
    onDone: ({ id }) => void setTimeout(() => void navigate(`/reports/run/${id}`)),
  });
  return {
    async addRecipients(id: number, people: readonly Colleague[]): Promise<void> {
      if (people.length === 0) return;
      const body = people.map((person) => ({ userId: person.id }));
      // A failure has been shown as a notice; the report itself is stored.
      await add.ask({ params: { companyId, id }, body, silent: 'success' }).catch(() => undefined);
    },
    run: (id: number) => generate.run({ params: { companyId, id }, body: {}, silent: 'success' }),
  };
}
