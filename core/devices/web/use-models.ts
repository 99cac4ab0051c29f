import { useQuery } from '@tanstack/react-query';
import type { AppManifest } from '#platform/common/define-app.ts';
import { clientOf, type Endpoint, type ReplyPage } from '#platform/web/client/client-of.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { registeredApps } from '#platform/web/session/session.ts';

type Model = { id: number; solutionId: number; name: { en: string; ar: string } };

/** The call of an app that lists its models, which the manifests of the web app do not contain. */
const hardwareOf = (app: AppManifest): Endpoint | undefined =>
  Object.values(clientOf(app))
    .flatMap((set) => Object.values(set))
    .find(({ route }) => route.path === '/hardware');

async function modelsOf(app: AppManifest) {
  const page = (await hardwareOf(app)?.send({ list: { limit: 100 }, silent: true })) as ReplyPage<Model> | undefined;
  return (page?.data ?? []).map((model) => ({ ...model, app: app.id }));
}

/** The models of the apps that the company holds. */
export function useCompanyModels() {
  const { session } = useMe();
  const { language } = useFormats();
  const { data = [] } = useQuery({
    queryKey: ['models of apps', ...session.apps],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const held = registeredApps().filter(({ id }) => session.apps.includes(id));
      return (await Promise.all(held.map(modelsOf))).flat();
    },
  });
  return data.map(({ id, app, solutionId, name }) => ({ id, app, solution: solutionId, name: name[language] }));
}
