import { useNavigate, useParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
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
    <PageFrame
      {...(query.data ? { title: query.data.name } : {})}
      parents={[{ label: t('lists.template'), to: addresses.list }]}
      action={query.data && <HistoryButton of={calls.history} params={params} namespace="templates" />}
    >
      {/* The form must not start from a cached answer. */}
      {query.data && query.isFetchedAfterMount ? (
        <TemplateForm
          key={query.data.id}
          source={source}
          before={{
            ...templateContentOf(query.data),
            name: query.data.name,
            description: query.data.description,
            hardwareId: query.data.hardwareId,
          }}
          devices={query.data.devices}
          save={async ({ hardwareId: _, ...body }) => {
            await update.ask({ params, body });
            setTimeout(() => void navigate(addresses.details(params.id)));
          }}
        />
      ) : (
        <QueryBoundary of={query} />
      )}
    </PageFrame>
  );
}
