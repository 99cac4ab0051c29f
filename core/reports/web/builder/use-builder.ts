import { useCallback, useRef, useState } from 'react';
import { areSame, type Draft, type DraftSection } from './draft.ts';

const maxUndo = 20;

type Sections = readonly DraftSection[];
/** What became of the last change; `number` differs each time, so that the same text is read out again. */
export type Said = { text: string; number: number };
/** A section whose card gets the focus. */
type Focused = { key: number };

/** A section in its former place, with what has been typed since. */
function withContentOf(section: DraftSection, sections: Sections): DraftSection {
  const { width, startsRow, key } = section;
  const now = sections.find((one) => one.key === key);
  return now ? { ...now, width, startsRow } : section;
}

/** The report while it is edited: its fields, the last twenty changes of its sections, and the chosen section. */
export function useBuilder(initial: Draft) {
  const [stored, setStored] = useState(initial);
  const [draft, setDraft] = useState(initial);
  const [past, setPast] = useState<readonly Sections[]>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [said, setSaid] = useState<Said>({ text: '', number: 0 });
  const [focused, setFocused] = useState<Focused | null>(null);
  const newest = useRef(draft);
  newest.current = draft;

  const set = useCallback((changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes })), []);
  const say = useCallback((text: string) => setSaid(({ number }) => ({ text, number: number + 1 })), []);
  const focus = useCallback((key: number) => setFocused({ key }), []);
  /** Changes the sections in a step that can be undone. */
  const arrange = useCallback((sections: Sections) => {
    const before = newest.current.sections;
    setPast((steps) => [...steps, before].slice(-maxUndo));
    setDraft((one) => ({ ...one, sections }));
  }, []);
  /** Replaces the content of a section, which typing does letter by letter: that is undone in the field itself. */
  const edit = useCallback(
    (section: DraftSection) =>
      setDraft((before) => ({
        ...before,
        sections: before.sections.map((one) => (one.key === section.key ? section : one)),
      })),
    [],
  );
  const undo = useCallback(() => {
    const last = past.at(-1);
    if (!last) return;
    setPast(past.slice(0, -1));
    setDraft((before) => ({ ...before, sections: last.map((one) => withContentOf(one, before.sections)) }));
  }, [past]);
  /** What was sent is stored now. */
  const settle = useCallback((sent: Draft) => setStored(sent), []);
  /** Begins again with what is stored. */
  const restart = useCallback((next: Draft) => {
    setStored(next);
    setDraft(next);
    setPast([]);
    setChosen(null);
  }, []);

  return {
    ...{ draft, set, arrange, edit, undo, canUndo: past.length > 0, settle, restart },
    ...{ chosen, choose: setChosen, said, say, focused, focus },
    dirty: !areSame(draft, stored),
  };
}
export type BuilderState = ReturnType<typeof useBuilder>;
