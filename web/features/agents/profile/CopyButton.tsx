import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '#web/lib/copyText.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { showToast } from '#web/ui/showToast.ts';
import styles from './CopyButton.module.css';

/** Specification, part 2 §9. */
const CHECK_MS = 2_000;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    try {
      await copyText(text);
    } catch {
      showToast('Your browser did not allow copying. Please select the text instead.', 'error');
      return;
    }
    setIsCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(setIsCopied, CHECK_MS, false);
  };

  return (
    <>
      <IconButton
        variant="outlined"
        className={styles.button}
        label={isCopied ? 'Copied' : label}
        icon={
          isCopied ? (
            <Check className="text-success" size={19} strokeWidth={2.25} aria-hidden="true" />
          ) : (
            <Copy size={18} aria-hidden="true" />
          )
        }
        onClick={() => void copy()}
      />
      <span className="visuallyHidden" role="status">
        {isCopied && 'Copied to clipboard'}
      </span>
    </>
  );
}
