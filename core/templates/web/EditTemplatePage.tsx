import { useNavigate, useParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { EditRecord } from '#platform/web/ui/page/EditRecord.tsx';
import { templateContentOf } from './CreateTemplatePage.tsx';
import { useTemplateSource } from './source.ts';
import { TemplateForm } from './TemplateForm.tsx';
import { useText } from './texts.ts';

/** Edits a template. Another content is a new version, which devices get when it is applied. */
export function EditTemplatePage() {
  const t = useText();
  const source = useTemplateSource();
  const { calls, addresses } = source;
  const navigate = useNavigate();
  const params = { id: Number(useParams().id) || 0 };
  const query = useData(calls.get, { params }, { silent: true, staleTime: 0 });
  const update = useAction(calls.update);
  return (
    <EditRecord
      of={query}
      title={({ name }) => name}
      list={{ label: t('lists.template'), to: addresses.list }}
      history={<HistoryButton of={calls.history} params={params} namespace="templates" />}
    >
      {(template) => (
        <TemplateForm
          key={template.id}
          source={source}
          before={{
            ...templateContentOf(template),
            name: template.name,
            description: template.description,
            hardwareId: template.hardwareId,
          }}
          devices={template.devices}
          save={async ({ hardwareId: _, ...body }) => {
            await update.ask({ params, body });
            setTimeout(() => void navigate(addresses.details(params.id)));
          }}
        />
      )}
    </EditRecord>
  );
}
