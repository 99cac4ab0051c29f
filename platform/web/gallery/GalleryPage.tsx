import { DirectionProvider, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import i18next, { createInstance, type i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { directionOf, type Language, languages } from '../i18n/i18n.ts';
import { useKitText } from '../i18n/texts.ts';
import { Loading } from '../shell/layout/Loading.tsx';
import { PageFrame } from '../ui/page/PageFrame.tsx';
import { FilterParts } from './FilterParts.tsx';
import classes from './Gallery.module.css';
import { InputParts } from './InputParts.tsx';
import { EmptyParts, OutputParts } from './OutputParts.tsx';
import { ProofParts } from './ProofParts.tsx';
import { TimeParts } from './TimeParts.tsx';
import { useGalleryText } from './texts.ts';

const groups = {
  inputs: InputParts,
  proofs: ProofParts,
  times: TimeParts,
  filters: FilterParts,
  outputs: OutputParts,
  empties: EmptyParts,
} as const;
type GroupName = keyof typeof groups;
const names = Object.keys(groups) as GroupName[];
const isGroup = (text: string | null): text is GroupName => names.includes(text as GroupName);

/** Every component of the kit in its states, left-to-right and right-to-left side by side. For developers. */
export function GalleryPage() {
  const t = useGalleryText();
  const [params, setParams] = useSearchParams();
  const requested = params.get('group');
  const group = isGroup(requested) ? requested : 'inputs';
  const Shown = groups[group];
  const instances = useQuery({
    queryKey: ['gallery', 'languages'],
    queryFn: bothLanguages,
    staleTime: Number.POSITIVE_INFINITY,
    // i18next instances are not data: their stores must not be shared.
    structuralSharing: false,
  });
  return (
    <PageFrame
      tabs={[
        ...names.map((name) => ({ value: name, label: t(`groups.${name}`) })),
        { value: 'denied', label: t('notAllowed'), disabled: true },
      ]}
      tab={group}
      onTab={(next) => setParams({ group: next })}
      toolbar={<Scheme />}
    >
      {instances.data ? (
        <div className={classes.panes}>
          {languages.map((language) => (
            <Pane key={language} language={language} instance={instances.data[language]}>
              <Shown />
            </Pane>
          ))}
        </div>
      ) : (
        <Loading />
      )}
    </PageFrame>
  );
}

function Scheme() {
  const t = useGalleryText();
  const kit = useKitText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label={t('scheme')}
      value={colorScheme}
      onChange={(next) => setColorScheme(next as typeof colorScheme)}
      data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: kit(`shell.${value}`) }))}
    />
  );
}

const namespaces = ['kit', 'input', 'gallery'];

/** One i18next instance per language, with all texts loaded, because the app's instance has one language. */
async function bothLanguages(): Promise<Record<Language, i18n>> {
  await i18next.reloadResources([...languages], namespaces);
  const made = languages.map((language): [string, i18n] => {
    const instance = createInstance();
    void instance.init({
      lng: language,
      fallbackLng: 'en',
      ns: namespaces,
      defaultNS: 'kit',
      resources: structuredClone(i18next.store.data),
      initAsync: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
    return [language, instance];
  });
  return Object.fromEntries(made) as Record<Language, i18n>;
}

/** A section of the page in its own language and direction. */
function Pane({ language, instance, children }: { language: Language; instance: i18n; children: ReactNode }) {
  return (
    <div className={classes.pane} dir={directionOf(language)} lang={language} data-pane={language}>
      <DirectionProvider initialDirection={directionOf(language)} detectDirection={false}>
        <I18nextProvider i18n={instance}>{children}</I18nextProvider>
      </DirectionProvider>
    </div>
  );
}
