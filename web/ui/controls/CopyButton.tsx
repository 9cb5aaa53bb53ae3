import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { copyText } from '#web/lib/shareLink.ts';
import { showToast } from '../dialogs/showToast.ts';
import { Button } from './Button.tsx';

interface CopyButtonProps {
  text: string;
  size?: 'small';
  /** Accessible name, where several texts can be copied. */
  label?: string;
  /** Replaces 'Copy'. */
  children?: ReactNode;
}

/** Copies a text, which is shown beside it or named by the button's own words. */
export function CopyButton({ text, size, label, children }: CopyButtonProps) {
  const copy = () =>
    copyText(text).then(
      () => showToast(t('Copied')),
      () => showToast(t('Your browser did not allow copying. Select the text and copy it yourself.'), 'error'),
    );
  return (
    <Button variant="outlined" size={size} aria-label={label} onClick={copy}>
      <Copy size={16} aria-hidden="true" />
      {children ?? t('Copy')}
    </Button>
  );
}
