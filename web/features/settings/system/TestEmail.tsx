import { Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import styles from './System.module.css';
import { TestEmailDialog } from './TestEmailDialog.tsx';

export function TestEmail({ hasUnsaved }: { hasUnsaved: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.below}>
      <p className={styles.muted}>Sends a mail with the settings as they are saved.</p>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        <Send size={18} aria-hidden="true" />
        Send Test Email
      </Button>
      {isOpen && <TestEmailDialog hasUnsaved={hasUnsaved} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
