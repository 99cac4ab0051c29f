import { useParams, useSearchParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { api, codecsAddress, useText } from '../api.ts';
import { CodecEditor } from './CodecEditor.tsx';
import { CodecVersions } from './CodecVersions.tsx';

const tabs = ['editor', 'versions'] as const;

/** A codec: its newest version with samples, and all versions. */
export function CodecPage() {
  const t = useText();
  const id = Number(useParams().id) || 0;
  const query = useData(api.codec.get, { params: { id } }, { silent: true, staleTime: 0 });
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'editor';
  const codec = query.data;
  const state =
    codec && (codec.active === null ? t('codec.notActive') : t('codec.activeVersion', { number: codec.active }));
  return (
    <PageFrame
      {...(codec ? { title: codec.name } : {})}
      parents={[{ label: t('pages.codecs-list'), to: codecsAddress }]}
      badge={state && <ToneChip tone={codec?.active === null ? 'none' : 'good'}>{state}</ToneChip>}
      tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      tab={tab}
      onTab={(next) => setParams(next === 'editor' ? {} : { tab: next })}
    >
      {!codec && <QueryBoundary of={query} />}
      {codec && tab === 'editor' && <CodecEditor key={`${codec.id} ${codec.newest}`} codec={codec} />}
      {codec && tab === 'versions' && <CodecVersions codec={codec} />}
    </PageFrame>
  );
}
