import { javascript } from '@codemirror/lang-javascript';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { unifiedMergeView } from '@codemirror/merge';
import { tags } from '@lezer/highlight';
import { useComputedColorScheme } from '@mantine/core';
import CodeMirror, { EditorView } from '@uiw/react-codemirror';
import { useMemo } from 'react';
import classes from '../Integrations.module.css';

type Props = {
  label: string;
  value: string;
  onChange?(value: string): void;
  /** A text to compare with: differences are marked, and the editor is read-only. */
  comparedWith?: string;
};

/** The colours of the page, in both schemes: those of the library have too little contrast on dark pages. */
const look = (dark: boolean) => [
  EditorView.theme(
    {
      '&': { color: 'var(--mantine-color-text)', backgroundColor: 'var(--color-surface)' },
      '.cm-content': { caretColor: 'var(--mantine-color-text)' },
      '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
      '.cm-gutters': {
        color: 'var(--mantine-color-dimmed)',
        backgroundColor: 'var(--color-page)',
        borderRight: '1px solid var(--color-line)',
      },
      '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--color-hover)' },
      '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
        backgroundColor: 'var(--color-selected)',
      },
    },
    { dark },
  ),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.comment, color: 'var(--mantine-color-dimmed)', fontStyle: 'italic' },
      { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--severity-ok-text)' },
      { tag: [tags.string, tags.regexp], color: 'var(--severity-good-text)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--severity-poor-text)' },
      { tag: tags.function(tags.variableName), color: 'var(--color-accent)' },
      { tag: tags.invalid, color: 'var(--severity-problem-text)' },
    ]),
  ),
];

/** An editor for JavaScript. It is large: load it lazily. */
export default function CodeEditor({ label, value, onChange, comparedWith }: Props) {
  const scheme = useComputedColorScheme();
  const extensions = useMemo(
    () => [
      javascript(),
      look(scheme === 'dark'),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      ...(comparedWith === undefined ? [] : [unifiedMergeView({ original: comparedWith, mergeControls: false })]),
    ],
    [label, comparedWith, scheme],
  );
  return (
    <div className={classes.editor} dir="ltr">
      <CodeMirror
        value={value}
        theme="none"
        minHeight="240px"
        maxHeight="480px"
        readOnly={!onChange}
        extensions={extensions}
        {...(onChange ? { onChange } : {})}
      />
    </div>
  );
}
