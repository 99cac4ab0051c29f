import { useNavigate, useParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { EditRecord } from '#platform/web/ui/page/EditRecord.tsx';
import type { Crumb } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { api } from '../api.ts';
import { localityTones } from './LocalityColumns.tsx';
import { LocalityForm } from './LocalityForm.tsx';
import { usePoliceName } from './use-police-name.ts';

/** The page with the form of the police in the address. */
export function EditLocality({ kind, list }: { kind: 'headquarters' | 'local'; list: Crumb }) {
  const navigate = useNavigate();
  const nameOf = usePoliceName();
  const id = Number(useParams().id) || 0;
  const query = useData(api.locality.get, { params: { id } }, { silent: true });
  return (
    <EditRecord
      of={query}
      title={(row) => nameOf(row)}
      list={list}
      badge={({ status }) => <StatusChip value={status} field="policeStatus" tones={localityTones} />}
      history={null}
    >
      {(before) => (
        <Panel>
          <LocalityForm
            kind={kind}
            hqId={before.hqId}
            before={before}
            cancelTo={list.to}
            onSaved={() => void navigate(list.to)}
          />
        </Panel>
      )}
    </EditRecord>
  );
}
