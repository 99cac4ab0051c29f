import { ActionIcon, Code, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import classes from '../Devices.module.css';
import { useText } from '../texts.ts';

/** Code, left to right, with a button that copies it. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  const t = useText();
  return (
    <div>
      <div className={classes.codeLabel}>{label}</div>
      <div className={classes.codeBox}>
        <Code block className={classes.code} aria-label={label}>
          {text}
        </Code>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Tooltip label={t(copied ? 'copied' : 'copy')}>
              <ActionIcon className={classes.copy} onClick={copy} aria-label={t('copyOf', { name: label })}>
                {copied ? <IconCheck size={iconSizes.md} aria-hidden /> : <IconCopy size={iconSizes.md} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </div>
    </div>
  );
}
