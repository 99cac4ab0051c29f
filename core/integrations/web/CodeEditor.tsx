import { javascript } from '@codemirror/lang-javascript';
import { unifiedMergeView } from '@codemirror/merge';
import { useComputedColorScheme } from '@mantine/core';
import CodeMirror, { EditorView } from '@uiw/react-codemirror';
import { useMemo } from 'react';
import classes from './Integrations.module.css';

type Props = {
  label: string;
  value: string;
  onChange?(value: string): void;
  /** Another text: what differs from it is marked, and nothing can be edited. */
  comparedWith?: string;
};

/** An editor for JavaScript. It is large: load it lazily. */
export default function CodeEditor({ label, value, onChange, comparedWith }: Props) {
  const scheme = useComputedColorScheme();
  const extensions = useMemo(
    () => [
      javascript(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      ...(comparedWith === undefined ? [] : [unifiedMergeView({ original: comparedWith, mergeControls: false })]),
    ],
    [label, comparedWith],
  );
  return (
    <div className={classes.editor} dir="ltr">
      <CodeMirror
        value={value}
        theme={scheme}
        minHeight="240px"
        maxHeight="480px"
        readOnly={!onChange}
        extensions={extensions}
        {...(onChange ? { onChange } : {})}
      />
    </div>
  );
}
