import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { ForCompany } from '#core/places/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { createIdempotencyKeys } from '#platform/web/client/idempotency-key.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Starter, TemplateContent, TemplateRow } from '../common/template.ts';
import { type TemplateSource, useTemplateSource } from './source.ts';
import { type TemplateDraft, TemplateForm } from './TemplateForm.tsx';
import { useText } from './texts.ts';

const emptyDraft: TemplateDraft = {
  name: '',
  description: '',
  hardwareId: null,
  intervalSeconds: null,
  thresholds: [],
  rules: [],
  settings: {},
};

export const templateContentOf = ({
  intervalSeconds,
  thresholds,
  rules,
  settings,
}: TemplateContent): TemplateContent => ({
  intervalSeconds,
  thresholds,
  rules,
  settings,
});

/** Creates a template: of the starter of a model, or as a copy of another template without its devices. */
export function CreateTemplatePage() {
  const t = useText();
  const source = useTemplateSource();
  const [params] = useSearchParams();
  const copied = Number(useParams().id ?? params.get('from')) || null;
  const starters = useData(source.calls.starters, {}, { silent: true, staleTime: Number.POSITIVE_INFINITY });
  const original = useData(
    source.calls.get,
    { params: { id: copied ?? 0 } },
    { enabled: copied !== null, silent: true },
  );
  const waiting = copied === null ? starters : original;
  return (
    <ForCompany>
      {() => (
        <PageFrame
          {...(original.data ? { title: t('copyOf', { name: original.data.name }) } : {})}
          parents={[{ label: t('lists.template'), to: source.addresses.list }]}
        >
          {starters.data && (copied === null || original.data) ? (
            <NewTemplate
              source={source}
              starters={starters.data.data}
              original={original.data}
              model={Number(params.get('model')) || null}
            />
          ) : (
            <QueryBoundary of={waiting} />
          )}
        </PageFrame>
      )}
    </ForCompany>
  );
}

type Props = { source: TemplateSource; starters: Starter[]; original: TemplateRow | undefined; model: number | null };

function NewTemplate({ source: { calls, addresses }, source, starters, original, model }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const { language } = useFormats();
  const [keys] = useState(createIdempotencyKeys);
  const create = useAction(calls.create, { onDone: keys.answered, onError: keys.failed });
  const starterOf = (id: number) => starters.find(({ hardwareId }) => hardwareId === id);
  const starter = model === null ? undefined : starterOf(model);
  const before: TemplateDraft = original
    ? {
        ...templateContentOf(original),
        name: t('copyOf', { name: original.name }),
        description: original.description,
        hardwareId: original.hardwareId,
      }
    : starter
      ? { ...emptyDraft, ...templateContentOf(starter), name: starter.name[language], hardwareId: starter.hardwareId }
      : emptyDraft;
  return (
    <TemplateForm
      source={source}
      before={before}
      starterOf={(id) => {
        const found = starterOf(id);
        return found && templateContentOf(found);
      }}
      save={async (body) => {
        const made = await create.ask({ body, headers: { 'idempotency-key': keys.keyFor(body) } });
        // Navigates after the form has cleared its unsaved state, which would block it.
        setTimeout(() => void navigate(addresses.details(made.id)));
      }}
    />
  );
}
