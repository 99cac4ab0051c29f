import { DirectionProvider, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import i18next, { type i18n } from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { directionOf, type Language, languages, loadTexts } from '../i18n/i18n.ts';
import { useKitText } from '../i18n/texts.ts';
import { Loading } from '../shell/Loading.tsx';
import { PageFrame } from '../ui/PageFrame.tsx';
import { FilterParts } from './FilterParts.tsx';
import classes from './Gallery.module.css';
import { InputParts } from './InputParts.tsx';
import { EmptyParts, OutputParts } from './OutputParts.tsx';
import { TimeParts } from './TimeParts.tsx';
import { useGalleryText } from './texts.ts';

const groups = {
  inputs: InputParts,
  times: TimeParts,
  filters: FilterParts,
  outputs: OutputParts,
  empties: EmptyParts,
} as const;
type GroupName = keyof typeof groups;
const names = Object.keys(groups) as GroupName[];
const isGroup = (text: string | null): text is GroupName => names.includes(text as GroupName);

/** Every input and output of the kit in its states, from the left and from the right side by side. For developers. */
export function GalleryPage() {
  const t = useGalleryText();
  const [params, setParams] = useSearchParams();
  const asked = params.get('group');
  const group = isGroup(asked) ? asked : 'inputs';
  const Shown = groups[group];
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
      <div className={classes.panes}>
        {languages.map((language) => (
          <Pane key={language} language={language}>
            <Shown />
          </Pane>
        ))}
      </div>
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

/** A part of the page in a language and direction of its own. */
function Pane({ language, children }: { language: Language; children: ReactNode }) {
  const [instance, setInstance] = useState<i18n | null>(null);
  useEffect(() => {
    const make = async () => {
      // The texts of the other language are not there yet, and those of inputs come with the first one.
      await loadTexts(['input']);
      await i18next.loadLanguages([...languages]);
      // Shown before it is ready it would wait for an event that has passed.
      const made = i18next.cloneInstance({ lng: language }, () => setInstance(made));
    };
    void make();
  }, [language]);
  if (!instance) return <Loading />;
  return (
    <div className={classes.pane} dir={directionOf(language)} lang={language} data-pane={language}>
      <DirectionProvider initialDirection={directionOf(language)} detectDirection={false}>
        <I18nextProvider i18n={instance}>{children}</I18nextProvider>
      </DirectionProvider>
    </div>
  );
}
